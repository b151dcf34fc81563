/** The `Signature` header of draft-cavage-http-signatures-10 § 2.1, restricted by bank:D14. */
export type SignatureHeader = {
  readonly keyId: string
  /** Lower case, as listed. */
  readonly headers: readonly string[]
  readonly signature: Buffer
}

type Parsed =
  | { readonly ok: true; readonly signature: SignatureHeader }
  | { readonly ok: false; readonly fault: string }

const allowed = new Set(['keyId', 'algorithm', 'headers', 'signature'])
const parameter = /([a-zA-Z]+)="((?:[^"\\]|\\["\\])*)"/y
const headerName = /^(\(request-target\)|[!#$%&'*+.^_`|~0-9a-z-]+)$/

/** Parses strictly: four parameters, each once, quoted, separated by commas; `rsa-sha256`; no scheme word. */
export function parseSignatureHeader(text: string): Parsed {
  const parameters = readParameters(text)
  if (typeof parameters === 'string') return { ok: false, fault: parameters }
  const keyId = parameters.get('keyId')
  const encoded = parameters.get('signature')
  const list = parameters.get('headers')
  if (!keyId || !encoded || !list)
    return { ok: false, fault: 'Signature needs keyId, algorithm, headers and signature' }
  if (parameters.get('algorithm') !== 'rsa-sha256')
    return { ok: false, fault: 'Signature: algorithm must be rsa-sha256' }
  const headers = list.split(' ')
  if (!headers.every(name => headerName.test(name))) {
    return { ok: false, fault: 'Signature: headers must be lower-case names with one space between' }
  }
  if (new Set(headers).size !== headers.length) return { ok: false, fault: 'Signature: headers lists a name twice' }
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(encoded)) {
    return { ok: false, fault: 'Signature: signature is not base64' }
  }
  return { ok: true, signature: { keyId, headers, signature: Buffer.from(encoded, 'base64') } }
}

function readParameters(text: string): Map<string, string> | string {
  const found = new Map<string, string>()
  let at = 0
  while (true) {
    parameter.lastIndex = at
    const match = parameter.exec(text)
    const [whole, name = '', value = ''] = match ?? []
    if (whole === undefined) return 'Signature must be keyId="…",algorithm="…",headers="…",signature="…"'
    if (!allowed.has(name)) return `Signature: unknown parameter ${name.slice(0, 30)}`
    if (found.has(name)) return `Signature: ${name} stands twice`
    found.set(name, value.replaceAll(/\\(.)/g, '$1'))
    at += whole.length
    if (at === text.length) return found
    const comma = /^ *, */.exec(text.slice(at))
    if (!comma) return 'Signature: parameters must be separated by commas'
    at += comma[0].length
  }
}

type Signable = { readonly method: string; readonly target: string; readonly headers: Headers }

/**
 * The signing string (draft § 2.3): one line per listed name, in that order. Header bytes are used as received, which Node shows as latin1.
 */
export function buildSigningString(
  request: Signable,
  names: readonly string[],
): { readonly ok: true; readonly bytes: Buffer } | { readonly ok: false; readonly fault: string } {
  const lines: string[] = []
  for (const name of names) {
    if (name === '(request-target)') {
      lines.push(`(request-target): ${request.method.toLowerCase()} ${request.target}`)
      continue
    }
    const value = request.headers.get(name)
    if (value === null) return { ok: false, fault: `Signature lists ${name}, which the request has not` }
    lines.push(`${name}: ${value}`)
  }
  return { ok: true, bytes: Buffer.from(lines.join('\n'), 'latin1') }
}
