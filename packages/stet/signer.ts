import { createPrivateKey, KeyObject, sign, verify } from 'node:crypto'
import { brand } from '@guichet/values/brand.ts'

/** Signs with a QSealC's key, wherever it is kept. */
export type Signer = {
  /** RSASSA-PKCS1-v1_5, the interface's only algorithm (bank:D14). */
  readonly algorithm: 'rsa-sha256'
  /** `attended`: a person waits. Rejects with `SignerError`; may be repeated. */
  readonly sign: (bytes: Uint8Array, attended: boolean) => Promise<Buffer>
}

/** keyId: the certificate's URL (bank:D16) or its `kid`. */
export type Seal = { readonly signer: Signer; readonly keyId: string }

/**
 * `no_answer`: unreachable or slow; `refused`: by the signer; `wrong_key`: does not verify; `settings`: a variable
 * is missing or wrong.
 */
export type SignerFault = 'no_answer' | 'refused' | 'wrong_key' | 'settings'

/** The message has no secrets. */
export class SignerError extends Error {
  static {
    brand(SignerError, 'SignerError')
  }

  override readonly name = 'SignerError'
  readonly fault: SignerFault

  constructor(fault: SignerFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}

/** From a parsed key or unencrypted PEM. TypeError unless a private RSA key. */
export function keySigner(given: KeyObject | string | Buffer): Signer {
  const key = given instanceof KeyObject ? given : createPrivateKey(given)
  if (key.type !== 'private' || key.asymmetricKeyType !== 'rsa') throw new TypeError('the seal needs a private RSA key')
  return {
    algorithm: 'rsa-sha256',
    // A quarter of a millisecond: on this thread for a waiting person, aside for a batch.
    sign: async (bytes, attended) => (attended ? sign('RSA-SHA256', bytes, key) : signAside(bytes, key)),
  }
}

function signAside(bytes: Uint8Array, key: KeyObject): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    sign('RSA-SHA256', bytes, key, (error, signature) => (error ? reject(error) : resolve(signature)))
  })
}

/**
 * Every signature of an outside signer is verified before it is used. TypeError unless a public RSA key; rejects
 * with `SignerError`.
 */
export function verifiedSigner(
  publicKey: KeyObject,
  signature: (bytes: Uint8Array, attended: boolean) => Promise<Buffer>,
): Signer {
  if (publicKey.type !== 'public' || publicKey.asymmetricKeyType !== 'rsa')
    throw new TypeError('the QSealC has no RSA key')
  return {
    algorithm: 'rsa-sha256',
    sign: async (bytes, attended) => {
      const made = await signature(bytes, attended)
      if (verify('RSA-SHA256', bytes, publicKey, made)) return made
      throw new SignerError('wrong_key', 'the signature was made with another key than that of the QSealC')
    },
  }
}
