import { findPublicCertificate } from '#lib/banks/credentials.ts'

/** The public certificate a bank asks for by its file name, in PEM. Null for every other name. */
export async function readSealCertificate(name: string): Promise<string | null> {
  return findPublicCertificate(name)
}
