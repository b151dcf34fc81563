import { createPrivateKey, KeyObject, sign, verify } from 'node:crypto'
import { brandOf, carriesBrand } from '@guichet/values/brand.ts'

/** Signs with the private key of a QSealC, wherever that key is kept. */
export type Signer = {
  /** RSASSA-PKCS1-v1_5 with SHA-256, the only algorithm of the interface (bank:D14). */
  readonly algorithm: 'rsa-sha256'
  /** Signs bytes. `attended`: a person waits. Rejects with `SignerError`; a signature has no effect, so it may be asked for again. */
  readonly sign: (bytes: Uint8Array, attended: boolean) => Promise<Buffer>
}

/** What signs requests, and the keyId: the URL of its certificate (bank:D16) or its `kid`. */
export type Seal = { readonly signer: Signer; readonly keyId: string }

/**
 * Why there is no signature: `no_answer` (unreachable, or too slow), `refused` (by the signer or the token), `wrong_key` (the signature
 * does not verify with the certificate), `settings` (a variable is missing or wrong).
 */
export type SignerFault = 'no_answer' | 'refused' | 'wrong_key' | 'settings'

const signerErrorBrand = brandOf('SignerError')

/** No signature. The message is a sentence without secrets, fit for a log. */
export class SignerError extends Error {
  readonly [signerErrorBrand] = true

  /** True also for instances of another copy of this module. */
  static override [Symbol.hasInstance](value: unknown): value is SignerError {
    return carriesBrand(value, signerErrorBrand)
  }

  override readonly name = 'SignerError'
  readonly fault: SignerFault

  constructor(fault: SignerFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}

/** Signs with a private key in memory, given parsed or as unencrypted PEM. Throws TypeError unless it is a private RSA key. */
export function keySigner(given: KeyObject | string | Buffer): Signer {
  const key = given instanceof KeyObject ? given : createPrivateKey(given)
  if (key.type !== 'private' || key.asymmetricKeyType !== 'rsa') throw new TypeError('the seal needs a private RSA key')
  return {
    algorithm: 'rsa-sha256',
    // A quarter of a millisecond with RSA-2048. On this thread it is fastest for a waiting person; a batch must not block others.
    sign: async (bytes, attended) => (attended ? sign('RSA-SHA256', bytes, key) : signAside(bytes, key)),
  }
}

function signAside(bytes: Uint8Array, key: KeyObject): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    sign('RSA-SHA256', bytes, key, (error, signature) => (error ? reject(error) : resolve(signature)))
  })
}

/**
 * A signer whose private key is elsewhere. Every signature is verified with the certificate's public key, so that the bank never sees one
 * by another key. Throws TypeError unless it is a public RSA key; `signature` rejects with `SignerError`.
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
