/** A shortened secret: enough to distinguish two, too little to use. */
export function shorten(secret: string): string {
  return secret.length > 24 ? `${secret.slice(0, 6)}…` : '…'
}

/** An IBAN without its middle. */
export function maskIban(iban: string): string {
  const compact = iban.replace(/\s/g, '')
  return `${compact.slice(0, 4)}…${compact.slice(-3)}`
}

/** Members, form fields and parameters whose value is always a secret. */
const secretNames = [
  'access_token',
  'refresh_token',
  'registration_access_token',
  'token',
  'code',
  'code_verifier',
  'client_secret',
  'nonce',
  'fallback',
  'password',
  'psuAuthenticationFactor',
].join('|')

const inJson = new RegExp(`("(?:${secretNames})"\\s*:\\s*")((?:[^"\\\\]|\\\\.)*)`, 'g')
const inForm = new RegExp(`((?:^|[?&;\\s"])(?:${secretNames})=)([^&\\s"]+)`, 'g')
/** Tokens, codes and visit ids are 43 characters of base64url; anything as long and dense is hidden too. */
const dense = /[A-Za-z0-9_-]{40,}/g
const iban =
  /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}[A-Za-z0-9]{11,30}(?![A-Za-z0-9])|\b[A-Z]{2}\d{2}(?: [A-Z0-9]{4}){3,7}(?: [A-Z0-9]{1,4})?\b/g

// `code` in an error body is not secret: AC01, FF01.
const isErrorCode = (value: string) => /^[A-Z]{2}\d{2}$|^[A-Z]{4}$/.test(value)

/** A text (body, address) without tokens, codes, nonces and IBANs. */
export function redactText(text: string): string {
  return redactSecrets(text).replace(iban, maskIban)
}

/** A text without tokens, codes and nonces, but with its IBANs. */
export function redactSecrets(text: string): string {
  return text
    .replace(inJson, (_whole, name: string, value: string) => name + (isErrorCode(value) ? value : shorten(value)))
    .replace(inForm, (_whole, name: string, value: string) => name + (isErrorCode(value) ? value : shorten(value)))
    .replace(dense, shorten)
}

/** Dense headers that are not secret: a digest of a body that is shown, an id. */
const harmless = new Set(['digest', 'x-request-id', 'content-length', 'date', 'host', 'content-type', 'accept'])

/** A header value without secrets; of a signature only the signature itself is shortened. */
export function redactHeader(name: string, value: string): string {
  const lower = name.toLowerCase()
  if (lower === 'signature') {
    return value.replace(
      /(signature=")([^"]*)/g,
      (_whole, before: string, signature: string) => before + shorten(signature),
    )
  }
  if (lower === 'authorization' || lower === 'proxy-authorization') {
    const [, scheme = '', secret = ''] = /^(\S+\s+)?([\s\S]*)$/.exec(value) ?? []
    return scheme + shorten(secret)
  }
  if (lower === 'cookie' || lower === 'set-cookie') return '…'
  return harmless.has(lower) ? value.replace(iban, maskIban) : redactText(value)
}
