import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { Answer } from '#testing/routes/answers.ts'

/** What arrived on a connection: the answers, and faults of the bytes. */
export type RawAnswers = {
  readonly answers: readonly Answer[]
  /** `part`: the last answer is incomplete. */
  readonly rest: 'nothing' | 'part' | 'no HTTP'
}

type Body = { readonly bytes: Buffer; readonly end: number } | 'part' | 'no HTTP'

/** Parses HTTP/1.1 answers to requests of one method. `isClosed`: no more bytes will come. */
export function readAnswers(bytes: Buffer, method: string, isClosed: boolean): RawAnswers {
  const answers: Answer[] = []
  let at = 0
  while (at < bytes.length) {
    const headEnd = bytes.indexOf('\r\n\r\n', at)
    if (headEnd === -1) return { answers, rest: 'part' }
    const [line = '', ...lines] = bytes.toString('latin1', at, headEnd).split('\r\n')
    const status = Number(/^HTTP\/1\.1 ([1-5]\d\d)(?: |$)/.exec(line)?.[1] ?? 0)
    if (status === 0) return { answers, rest: 'no HTTP' }
    const headers = readHeaders(lines)
    if (headers === null) return { answers, rest: 'no HTTP' }
    const isBare = status < 200 || status === 204 || status === 304 || method === 'HEAD'
    const body = isBare ? { bytes: Buffer.alloc(0), end: headEnd + 4 } : readBody(bytes, headEnd + 4, headers, isClosed)
    if (typeof body === 'string') return { answers, rest: body }
    if (status >= 200) answers.push({ status, headers, text: unpacked(body.bytes, headers).toString('utf8') })
    at = body.end
  }
  return { answers, rest: 'nothing' }
}

function readHeaders(lines: readonly string[]): Headers | null {
  const headers = new Headers()
  for (const line of lines) {
    const [, name, value] = /^([\w-]+):[ \t]*(.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined) return null
    headers.append(name, value)
  }
  return headers
}

function readBody(bytes: Buffer, from: number, headers: Headers, isClosed: boolean): Body {
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(bytes, from)
  const length = headers.get('content-length')
  if (length === null) return isClosed ? { bytes: bytes.subarray(from), end: bytes.length } : 'part'
  const end = from + Number(length)
  return end <= bytes.length ? { bytes: bytes.subarray(from, end), end } : 'part'
}

function readChunks(bytes: Buffer, from: number): Body {
  const chunks: Buffer[] = []
  for (let at = from; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd === -1) return 'part'
    const size = bytes.toString('latin1', at, lineEnd)
    if (!/^[0-9a-f]{1,8}$/i.test(size)) return 'no HTTP'
    const begin = lineEnd + 2
    const end = begin + Number.parseInt(size, 16)
    if (end + 2 > bytes.length) return 'part'
    if (end === begin) return { bytes: Buffer.concat(chunks), end: end + 2 }
    chunks.push(bytes.subarray(begin, end))
    at = end + 2
  }
}

const unpackers: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

function unpacked(bytes: Buffer, headers: Headers): Buffer {
  const unpack = unpackers[headers.get('content-encoding') ?? '']
  return unpack && bytes.length > 0 ? unpack(bytes) : bytes
}
