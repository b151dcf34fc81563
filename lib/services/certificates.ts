import { readPublicCertificate } from '#lib/banks.ts'

/** The public certificate a bank asks for by its file name, in PEM. Null for every other name. */
export function readSealCertificate(name: string): string | null {
  return readPublicCertificate(name)
}
