import { readElements } from './der.ts'

/** Serial numbers (upper-case hex) in a PEM certificate revocation list (RFC 5280 § 5.1). */
export function readRevokedSerials(pem: string): ReadonlySet<string> {
  const base64 = pem.replaceAll(/-----[^-]+-----|\s/g, '')
  const [list] = readElements(Buffer.from(base64, 'base64'))
  const [tbs] = readElements(list?.content ?? Buffer.alloc(0))
  const fields = readElements(tbs?.content ?? Buffer.alloc(0))
  // TBSCertList ::= { version, signature, issuer, thisUpdate, [nextUpdate], [revokedCertificates], [0] extensions }:
  // the entries are the only SEQUENCE after the first two.
  const entries = fields.slice(3).find(field => field.tag === 0x30)
  const serials = readElements(entries?.content ?? Buffer.alloc(0)).map(entry => {
    const [serial] = readElements(entry.content)
    return normaliseSerial(serial?.content.toString('hex') ?? '')
  })
  return new Set(serials)
}

/** Upper-case hex without the sign byte, in Node's format. */
export function normaliseSerial(hex: string): string {
  const bare = hex.replace(/^(00)+(?=.)/, '').toUpperCase()
  return bare.length % 2 === 0 ? bare : `0${bare}`
}
