import { z } from 'zod'

/**
 * How a bank's certificate was checked when a connection was made: by its stapled OCSP answer, by the CRL it names, or
 * not at all, because it names none or none could be fetched; or it was found revoked by either.
 */
const certificateChecks = ['stapled', 'list', 'not_given', 'unanswered', 'revoked'] as const
export const CertificateChecked = z.enum(certificateChecks)
export type CertificateChecked = z.infer<typeof CertificateChecked>

/** A bank's certificate and the result of its check. */
export type CertificateSighting = {
  /** `canonicalSerial`. */
  readonly serial: string
  /** The issuer's name, shortened and cleaned. */
  readonly issuer: string
  readonly validTo: Date
  readonly checked: CertificateChecked
}

/** The same for the operator console; times as ISO 8601. */
export type BankCertificateView = {
  readonly serial: string
  readonly issuer: string
  readonly validTo: string
  /** Whole days left (`daysToExpiry`): 0 or less after expiry. */
  readonly daysLeft: number
  readonly checked: CertificateChecked
  readonly seenAt: string
}
