import { ibanAtStart } from '@guichet/values/money/iban-text.ts'
import pino, { type Logger } from 'pino'
import { readEnv } from './env.ts'
import { currentOrigin } from './trace.ts'

/** JSON lines. Members never logged by name, and patterns masked anywhere, keep secrets and personal data out (C50). */

const secretNames = new Set([
  'token',
  'access_token',
  'refresh_token',
  'accesstoken',
  'refreshtoken',
  'code',
  'code_verifier',
  'verifier',
  'state',
  'authorization',
  'cookie',
  'set-cookie',
  'signature',
  'password',
  'passwordhash',
  'secret',
  'key',
  'iban',
  'name',
  'fullname',
  'firstname',
  'lastname',
  'psuname',
  'email',
])

const masks: readonly [RegExp, string | ((found: string) => string)][] = [
  // Compact JWE and JWT.
  [/(?<![\w-])(?=[\w-]*\beyJ)[\w-]+(?:\.[\w-]*){2,4}/g, '[jose]'],
  [/\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi, '[authorization]'],
  [/\b((?:access_|refresh_)?token|code|code_verifier|state|signature|password)=[^&\s"']+/gi, '[query]'],
  [/\bsignature="[^"]*"/gi, '[signature]'],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, '[private key]'],
  [/\bpostgres(?:ql)?:\/\/\S+/gi, '[database]'],
  [/(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}/g, '[e-mail]'],
  // An IBAN as banks write it, whatever its check digits.
  [/\b[A-Z]{2}[0-9]{2}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,4})?\b/g, shortenIban],
  // In other writings by its check digits, as ids look like one.
  [/(?<![A-Z0-9])[A-Z]{2}[0-9]{2}(?:(?:[ .\u00a0\u202f-]|%20)?[A-Z0-9]){11,30}/gi, shortenValidIban],
]

function shortenIban(found: string): string {
  return `${found.slice(0, 2)}**${found.replace(/%20|[^A-Z0-9]/gi, '').slice(-4)}`
}

function shortenValidIban(found: string): string {
  const written = ibanAtStart(found)
  return written === null ? found : shortenIban(written) + found.slice(written.length)
}

const longestText = 16_384
/** What a cut may have split: an IBAN, or a word. */
const cutWord = /(?:\b[A-Z]{2}\d{2}(?:(?:[ .\u00a0\u202f-]|%20)?[A-Z0-9]){0,32}|(?<!\S)\S+)$/i

/** Tokens, credentials, IBANs but country and last four, mail addresses. Long texts are cut first. */
export function scrubText(text: string): string {
  const looked = text.length > longestText ? text.slice(0, longestText).toWellFormed().replace(cutWord, '[…]') : text
  return masks.reduce(
    (scrubbed, [pattern, mask]) =>
      typeof mask === 'string' ? scrubbed.replace(pattern, mask) : scrubbed.replace(pattern, found => mask(found)),
    looked,
  )
}

const depthLimit = 6

export function scrubValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return scrubText(value)
  if (typeof value === 'bigint') return value.toString()
  if (value === null || typeof value !== 'object') return value
  if (depth >= depthLimit) return '[deep]'
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Error) return scrubError(value, depth)
  if (Array.isArray(value)) return value.slice(0, 100).map(item => scrubValue(item, depth + 1))
  return scrubMembers(value, depth)
}

function scrubMembers(value: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      secretNames.has(name.toLowerCase()) && typeof member !== 'boolean' ? '[redacted]' : scrubValue(member, depth + 1),
    ]),
  )
}

/** `code` is a kind (ECONNREFUSED, NGAC), no OAuth code: short ones stay. */
function scrubError(error: Error & { code?: unknown }, depth: number): Record<string, unknown> {
  const { name, message, stack, cause, code } = error
  const kind = typeof code === 'string' && /^[A-Za-z0-9_]{2,40}$/.test(code) ? { code } : {}
  return {
    type: name,
    message: scrubText(message),
    ...kind,
    stack: scrubText(stack ?? ''),
    ...(cause === undefined ? {} : { cause: scrubValue(cause, depth + 1) }),
  }
}

/** Standard output by default. */
export function createLog(level: string, stream?: { write(line: string): void }): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: { service: 'guichet' },
    mixin: () => {
      const requestId = currentOrigin()
      return requestId === null ? {} : { requestId }
    },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: label => ({ level: label }),
      log: members => scrubMembers(members, 0),
    },
    serializers: { err: error => error },
    hooks: {
      logMethod(args, method) {
        const [first, ...rest] = args
        // pino would take the error's unmasked message.
        const line: unknown[] =
          first instanceof Error ? [{ err: first }, rest[0] ?? first.message, ...rest.slice(1)] : args
        method.apply(this, line.map(part => (typeof part === 'string' ? scrubText(part) : part)) as typeof args)
      },
    },
  }
  return stream ? pino(options, stream) : pino(options)
}

const shared = globalThis as typeof globalThis & { guichetLog?: Logger }

export function log(): Logger {
  shared.guichetLog ??= createLog(readEnv('LOG_LEVEL'))
  return shared.guichetLog
}
