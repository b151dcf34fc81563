import { verify } from 'node:crypto'
import type { TppCertificate } from '#sandbox/pki/read-certificate.ts'
import type { Exchange, Step } from '#sandbox/wire/exchange.ts'
import { refuseProof } from '#sandbox/wire/refuse.ts'
import { buildSigningString, parseSignatureHeader, type SignatureHeader } from '#sandbox/wire/signature-header.ts'
import { findSealCertificate } from './key-id.ts'

/** The request must be signed with the application's QSealC (bank:D14, bank:D16), identified by its keyId. */
export const isSigned: Step = async exchange => {
  const signature = readSignature(exchange)
  checkSignature(exchange, signature, await findSealCertificate(exchange, signature.keyId))
}

/** The parsed `Signature` header, whose list covers what bank:D14 requires. */
export function readSignature(exchange: Exchange): SignatureHeader {
  const text = exchange.headers.get('signature')
  if (text === null) refuseProof('Signature', 'Signature is missing')
  const parsed = parseSignatureHeader(text)
  if (!parsed.ok) refuseProof('Signature', parsed.fault)
  const { headers } = parsed.signature
  for (const name of ['(request-target)', 'x-request-id', ...(exchange.body.length > 0 ? ['digest'] : [])]) {
    if (!headers.includes(name)) refuseProof('Signature', `Signature: headers must list ${name}`)
  }
  return parsed.signature
}

/** Verifies exactly the list of headers that was sent. */
export function checkSignature(exchange: Exchange, signature: SignatureHeader, certificate: TppCertificate): void {
  const signingString = buildSigningString(exchange, signature.headers)
  if (!signingString.ok) refuseProof('Signature', signingString.fault)
  if (certificate.publicKey.asymmetricKeyType !== 'rsa') refuseProof('Signature', 'The seal key is not RSA')
  if (!verify('RSA-SHA256', signingString.bytes, certificate.publicKey, signature.signature)) {
    refuseProof('Signature', `Signature does not verify over: ${signature.headers.join(' ')}`)
  }
}
