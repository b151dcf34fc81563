import type { KeyObject } from 'node:crypto'
import { Agent, type Dispatcher, request } from 'undici'
import { z } from 'zod'
import { connectWithin } from './lookup.ts'
import { type Signer, SignerError, verifiedSigner } from './signer.ts'

/** We authenticate by bearer token, client certificate (PEM), or both. */
export type HttpSignerOptions = {
  /** `https`, or `http` on this machine. */
  readonly url: string
  readonly token?: string
  /** By default the system's authorities. */
  readonly ca?: string | Buffer
  readonly cert?: string | Buffer
  readonly key?: string | Buffer
}

/** Per try; at most two. */
const tryMs = 2_000
const answerBytes = 8_192

const Answer = z.object({ signature: z.base64().min(1).max(2_048) })

/**
 * Signers behind an HTTP signer (docs/operations/install.md). A try takes at most two seconds; no answer, 429 or 5xx
 * is tried twice. Throws `SignerError` for an address neither `https` nor local.
 */
export function createHttpSigners(options: HttpSignerOptions): {
  readonly keyNamed: (name: string, publicKey: KeyObject) => Signer
  readonly close: () => Promise<void>
} {
  const url = checkUrl(options.url)
  const { ca, cert, key, token } = options
  const agent = new Agent({
    connect: { ...connectWithin(tryMs), minVersion: 'TLSv1.2', ...defined({ ca, cert, key }) },
    connections: 20,
    maxResponseSize: answerBytes,
    allowH2: false,
  })
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  const ask = async (name: string, bytes: Uint8Array): Promise<Buffer> => {
    const data = Buffer.from(bytes).toString('base64')
    const body = JSON.stringify({ key: name, algorithm: 'rsa-sha256', data })
    const first = await exchange(url, { agent, headers, body })
    return readSignature(isPassing(first) ? await exchange(url, { agent, headers, body }) : first, name)
  }
  return {
    keyNamed: (name, publicKey) => verifiedSigner(publicKey, bytes => ask(name, bytes)),
    close: () => agent.close(),
  }
}

function checkUrl(address: string): URL {
  const url = URL.parse(address)
  const isHere = url?.protocol === 'http:' && /^(127\.0\.0\.1|localhost|\[::1\])$/.test(url.hostname)
  if (url === null || url.username !== '' || url.hash !== '' || (url.protocol !== 'https:' && !isHere))
    throw new SignerError('settings', 'the address of the signer must be https, or http on this machine')
  return url
}

function defined(values: Readonly<Record<string, string | Buffer | undefined>>) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

type Outcome =
  | { readonly status: number; readonly text: string }
  | { readonly silence: string; readonly cause: unknown }

async function exchange(
  url: URL,
  { agent, headers, body }: { agent: Dispatcher; headers: Record<string, string>; body: string },
): Promise<Outcome> {
  try {
    const signal = AbortSignal.timeout(tryMs)
    const answer = await request(url, { method: 'POST', dispatcher: agent, headers, body, signal })
    return { status: answer.statusCode, text: await answer.body.text() }
  } catch (cause) {
    const isLate = cause instanceof Error && cause.name === 'TimeoutError'
    const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
    return {
      silence: isLate ? `the signer did not answer within ${tryMs / 1_000} s` : `the signer did not answer${code}`,
      cause,
    }
  }
}

/** Signing has no effect, so it may be repeated. */
function isPassing(outcome: Outcome): boolean {
  return 'silence' in outcome || outcome.status === 429 || outcome.status >= 500
}

/** The signer's own words are not repeated: they could contain anything. */
function readSignature(outcome: Outcome, name: string): Buffer {
  if ('silence' in outcome) throw new SignerError('no_answer', outcome.silence, { cause: outcome.cause })
  const { status, text } = outcome
  if (status === 401 || status === 403) throw new SignerError('refused', `the signer does not accept us (${status})`)
  if (status === 404) throw new SignerError('refused', `the signer has no key ${name}`)
  if (isPassing(outcome)) throw new SignerError('no_answer', `the signer is not available (${status})`)
  if (status !== 200) throw new SignerError('refused', `the signer refused (${status})`)
  const read = Answer.safeParse(parse(text))
  if (!read.success) throw new SignerError('refused', "the signer's answer has no signature in base64")
  return Buffer.from(read.data.signature, 'base64')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
