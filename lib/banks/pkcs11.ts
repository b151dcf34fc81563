import { type ChildProcess, fork } from 'node:child_process'
import type { KeyObject } from 'node:crypto'
import { Env, readEnv } from '#lib/env.ts'
import { type Signer, SignerError, type SignerFault, verifiedSigner } from '#lib/stet/signer.ts'

/**
 * Keys in a PKCS#11 token (a hardware security module, or SoftHSM). The vendor's module runs in a process of its own (pkcs11-process.ts),
 * one per token and process of ours: it may hang or crash there.
 */

/** Which private key of which token; at least `object` or `id` (hex) is given. */
export type KeyName = {
  readonly token: string | null
  readonly serial: string | null
  readonly object: string | null
  readonly id: string | null
}

export type TokenRequest = { readonly id: number; readonly key: KeyName; readonly bytes: Uint8Array }
export type TokenReply =
  | { readonly id: number; readonly signature: Uint8Array }
  | { readonly id: number; readonly fault: SignerFault; readonly message: string }

/** Put together, so that the build doesn't take it for a module of the application: only Node runs it. */
const processFile = ['lib/banks', 'pkcs11-process.ts'].join('/')
/** A signature by a token takes milliseconds. */
const answerMs = 5_000
/** Without a pause, every call would start a process that fails. */
const pauseMs = 2_000

/**
 * Parses a `pkcs11:` URI (RFC 7512), e.g. `pkcs11:token=guichet;object=qseal-2026`. Knows `token`, `serial`, `object`, `id` and
 * `type=private`; module and PIN are set in the environment, never here. Throws `SignerError` otherwise.
 */
export function parsePkcs11Uri(uri: string): KeyName {
  const bad = (message: string) => new SignerError('settings', `${message}: write pkcs11:token=…;object=…`)
  if (uri.includes('?')) throw bad('a pkcs11: URI has no query here (PKCS11_MODULE, PKCS11_PIN_FILE)')
  const values = new Map<string, Buffer>()
  for (const part of uri.slice('pkcs11:'.length).split(';')) {
    const [, name, value] =
      /^(token|serial|object|id|type)=((?:[A-Za-z0-9._~:[\]@!$'()*+,=&-]|%[0-9A-Fa-f]{2}){1,200})$/.exec(part) ?? []
    if (name === undefined || value === undefined || values.has(name)) throw bad('the pkcs11: URI is not understood')
    const bytes = value.replace(/%([0-9A-Fa-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    values.set(name, Buffer.from(bytes, 'latin1'))
  }
  const text = (name: string) => values.get(name)?.toString('utf8') ?? null
  if (text('type') !== null && text('type') !== 'private') throw bad('the pkcs11: URI names no private key')
  const name = {
    token: text('token'),
    serial: text('serial'),
    object: text('object'),
    id: values.get('id')?.toString('hex') ?? null,
  }
  if (name.object === null && name.id === null) throw bad('the pkcs11: URI names no key')
  return name
}

/** Signs with the key of that URI; `publicKey` is the certificate's. Throws `SignerError` for a URI or an environment that can't work. */
export function pkcs11Signer(uri: string, publicKey: KeyObject): Signer {
  const key = parsePkcs11Uri(uri)
  for (const name of ['PKCS11_MODULE', 'PKCS11_PIN_FILE'] as const)
    if (readEnv(name) === undefined) throw new SignerError('settings', `${name} is missing: a pkcs11: key needs it`)
  return verifiedSigner(publicKey, bytes => askToken(key, bytes))
}

type Pending = {
  readonly request: TokenRequest
  /** Whether a process that it was sent to has ended. */
  isRepeated: boolean
  readonly resolve: (signature: Buffer) => void
  readonly reject: (error: SignerError) => void
}
/** A token with its process, and why it failed last. */
type Token = {
  child: ChildProcess | null
  readonly pending: Map<number, Pending>
  failure: { readonly error: SignerError; readonly until: number } | null
}
/** Next may load a module more than once per process. */
const shared = globalThis as typeof globalThis & { guichetTokens?: Map<string, Token> }
let lastId = 0

function tokenOf({ token, serial }: KeyName): Token {
  shared.guichetTokens ??= new Map()
  const name = JSON.stringify([token, serial])
  const known = shared.guichetTokens.get(name) ?? { child: null, pending: new Map(), failure: null }
  shared.guichetTokens.set(name, known)
  return known
}

function askToken(key: KeyName, bytes: Uint8Array): Promise<Buffer> {
  const token = tokenOf(key)
  if (token.failure && performance.now() < token.failure.until) return Promise.reject(token.failure.error)
  const request: TokenRequest = { id: ++lastId, key, bytes }
  return new Promise<Buffer>((resolve, reject) => {
    const timer = setTimeout(() => {
      noteFailure(token, new SignerError('no_answer', `the token did not answer within ${answerMs / 1_000} s`))
      const hanging = token.child
      token.child = null
      hanging?.kill('SIGKILL')
      resume(token)
    }, answerMs)
    const end = () => {
      clearTimeout(timer)
      token.pending.delete(request.id)
    }
    send(token, {
      request,
      isRepeated: false,
      resolve: signature => {
        end()
        resolve(signature)
      },
      reject: error => {
        end()
        reject(error)
      },
    })
  })
}

function send(token: Token, asked: Pending): void {
  token.child ??= startProcess(token)
  token.pending.set(asked.request.id, asked)
  // If it can't be sent the process has ended, which its `exit` reports.
  token.child.send(asked.request, () => undefined)
}

function startProcess(token: Token): ChildProcess {
  const child = fork(processFile, {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    env: environmentOfToken(),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.on('message', (reply: TokenReply) => settle(token, reply))
  child.on('error', () => child.kill('SIGKILL'))
  child.on('exit', () => {
    if (token.child !== child) return
    token.child = null
    resume(token)
  })
  // It does not keep a script alive.
  child.unref()
  child.channel?.unref()
  return child
}

/** After a process has ended: its requests are sent to another once, because signing has no effect. */
function resume(token: Token): void {
  const all = [...token.pending.values()]
  if (token.failure === null && all.some(({ isRepeated }) => isRepeated))
    noteFailure(token, new SignerError('no_answer', 'the process of the token ended'))
  for (const asked of all) {
    if (token.failure) asked.reject(token.failure.error)
    else send(token, Object.assign(asked, { isRepeated: true }))
  }
}

function settle(token: Token, reply: TokenReply): void {
  const asked = token.pending.get(reply.id)
  if ('signature' in reply) {
    token.failure = null
    asked?.resolve(Buffer.from(reply.signature))
    return
  }
  const error = new SignerError(reply.fault, reply.message)
  // If the token lacks a key its process goes on; after anything else it ends.
  if (reply.fault !== 'refused') noteFailure(token, error)
  asked?.reject(error)
}

/** Wrong settings, above all a wrong PIN, are not tried again by this process: each try could lock the token. */
function noteFailure(token: Token, error: SignerError): void {
  const until = error.fault === 'settings' ? Number.POSITIVE_INFINITY : performance.now() + pauseMs
  token.failure = { error, until }
}

/** The module needs its vendor's variables, and nothing of ours but these two. */
function environmentOfToken(): NodeJS.ProcessEnv {
  const ours: readonly string[] = Env.keyof().options
  const inherited = Object.entries(process.env).filter(([name]) => !ours.includes(name) && name !== 'NODE_OPTIONS')
  const { NODE_ENV } = process.env
  const [PKCS11_MODULE, PKCS11_PIN_FILE] = [readEnv('PKCS11_MODULE'), readEnv('PKCS11_PIN_FILE')]
  return { ...Object.fromEntries(inherited), NODE_ENV, PKCS11_MODULE, PKCS11_PIN_FILE }
}

/** Ends the processes of all tokens; the next signature starts another. For tests and `closeBanks`. */
export function closeTokens(): void {
  for (const { child } of shared.guichetTokens?.values() ?? []) child?.kill('SIGKILL')
  delete shared.guichetTokens
}
