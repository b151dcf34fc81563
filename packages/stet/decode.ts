import { promisify } from 'node:util'
import { brotliDecompress, constants, gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib'

/** RFC 9110 § 8.4.1. */
export const acceptedCodings = 'gzip, deflate, br'

type Decode = (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>

const ungzip: Decode = promisify<Buffer, ZlibOptions, Buffer>(gunzip)
const unbrotli: Decode = promisify<Buffer, ZlibOptions, Buffer>(brotliDecompress)
const unzlib: Decode = promisify<Buffer, ZlibOptions, Buffer>(inflate)
const unraw: Decode = promisify<Buffer, ZlibOptions, Buffer>(inflateRaw)

const decoders: ReadonlyMap<string, Decode> = new Map([
  ['gzip', ungzip],
  ['x-gzip', ungzip],
  ['br', unbrotli],
  // Some servers omit the zlib header.
  ['deflate', (bytes, options) => (hasZlibHeader(bytes) ? unzlib : unraw)(bytes, options)],
])

function hasZlibHeader(bytes: Buffer): boolean {
  return bytes.length > 1 && (bytes[0] ?? 0) % 16 === 8 && bytes.readUInt16BE(0) % 31 === 0
}

export class UnknownCoding extends Error {
  override readonly name = 'UnknownCoding'
}

/** More is an attack. */
const maxCodings = 3

/** In the order applied. Throws UnknownCoding. */
export function codingsOf(contentEncoding: string | undefined): readonly string[] {
  const codings = (contentEncoding ?? '')
    .split(',', maxCodings + 10)
    .map(coding => coding.trim().toLowerCase())
    .filter(coding => coding !== '' && coding !== 'identity')
  const unknown = codings.find(coding => !decoders.has(coding))
  if (unknown !== undefined) throw new UnknownCoding(`content-encoding: ${unknown}`)
  if (codings.length > maxCodings) throw new UnknownCoding(`content-encoding: more than ${maxCodings} codings`)
  return codings
}

/** Each coding may yield at most `limit` bytes (zlib's `ERR_BUFFER_TOO_LARGE`). `isCut`: the bytes may end anywhere. */
export async function decodeBody(
  bytes: Buffer,
  codings: readonly string[],
  { limit, isCut }: { readonly limit: number; readonly isCut: boolean },
): Promise<Buffer> {
  let decoded = bytes
  for (const coding of codings.toReversed()) {
    const finishFlush = coding === 'br' ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH
    const decode = decoders.get(coding)
    if (decode && decoded.length > 0) {
      decoded = await decode(decoded, { maxOutputLength: limit, ...(isCut ? { finishFlush } : {}) })
    }
  }
  return decoded
}

/** By byte order mark, else UTF-16 if declared, else UTF-8 (RFC 8259 § 8.1), else by charset, else windows-1252. */
export function textOf(bytes: Buffer, contentType: string | undefined): string {
  const marked = decoderOf(charsetOf(bytes))
  if (marked !== null) return marked.decode(bytes)
  const said = decoderOf(declaredCharset.exec(contentType ?? '')?.[1])
  const declared = said?.encoding === 'utf-8' ? null : said
  if (declared?.encoding.startsWith('utf-16')) return declared.decode(bytes)
  try {
    // A refusal may be cut within a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: declared === null })
  } catch {
    return (declared ?? new TextDecoder('windows-1252')).decode(bytes)
  }
}

const declaredCharset = /;\s{0,20}charset\s{0,20}=\s{0,20}"?([\w.:-]{1,40})/i

function charsetOf(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return 'utf-8'
  const [first, second] = bytes
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined
}

function decoderOf(charset: string | undefined): TextDecoder | null {
  try {
    return charset === undefined ? null : new TextDecoder(charset)
  } catch {
    return null
  }
}
