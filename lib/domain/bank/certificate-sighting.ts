import { z } from 'zod'

/**
 * How a bank's certificate was checked when a connection was made: by the OCSP answer that came with it, by the revocation list
 * that it names, or not at all, because it names none or none could be had. Or it was found revoked, by whichever.
 */
const certificateChecks = ['stapled', 'list', 'not_given', 'unanswered', 'revoked'] as const
export const CertificateChecked = z.enum(certificateChecks)
export type CertificateChecked = z.infer<typeof CertificateChecked>

/** A certificate that a bank came with, and what was found of it. */
export type CertificateSighting = {
  /** `canonicalSerial`. */
  readonly serial: string
  /** The issuer's name, shortened and cleaned. */
  readonly issuer: string
  readonly validTo: Date
  readonly checked: CertificateChecked
}

/** The same as the operator console shows it; moments as ISO 8601. */
export type BankCertificateView = {
  readonly serial: string
  readonly issuer: string
  readonly validTo: string
  /** Whole days left (`daysToExpiry`): 0 or less when it is over. */
  readonly daysLeft: number
  readonly checked: CertificateChecked
  readonly seenAt: string
}
