import 'reflect-metadata'
import { X509Crl } from '@peculiar/x509'

/** Serial numbers (upper-case hex) in a PEM certificate revocation list (RFC 5280 § 5.1). */
export function readRevokedSerials(pem: string): ReadonlySet<string> {
  return new Set(new X509Crl(pem).entries.map(({ serialNumber }) => normaliseSerial(serialNumber)))
}

/** Upper-case hex without the sign byte, in Node's format. */
export function normaliseSerial(hex: string): string {
  const bare = hex.replace(/^(00)+(?=.)/, '').toUpperCase()
  return bare.length % 2 === 0 ? bare : `0${bare}`
}
