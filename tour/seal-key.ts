import { createHash, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** A file of a key that signs calls; `isHeld` is false where nobody has put it there. */
export type SealKey = { readonly file: string; readonly isHeld: boolean }

/** As the `keyId` of a call names the certificate. */
const nameOf = (certificate: string | Buffer) =>
  `qseal_${createHash('sha256').update(new X509Certificate(certificate).raw).digest('hex')}`

export const keyFileOf = (certificate: string, folder: string): string => resolve(folder, `${nameOf(certificate)}.key`)

/**
 * The key behind a `keyId`: the demonstration's own in `pki`, unless Guichet signs with another certificate by now, of which the tour has
 * only what its chapters, or whoever replaced it, have put into `folder`.
 */
export function findSealKey(keyId: string, pki: string, folder: string): SealKey {
  const own = `${pki}/tpp/qseal.pem`
  const [name] = /qseal_[0-9a-f]{64}/.exec(keyId) ?? []
  if (name === undefined || (existsSync(own) && name === nameOf(readFileSync(own))))
    return { file: `${pki}/tpp/qseal.key`, isHeld: true }
  const file = resolve(folder, `${name}.key`)
  return { file, isHeld: existsSync(file) }
}
