import { z } from 'zod'

/** By stapled OCSP, by CRL, not at all (none named, or none fetched), or revoked. */
const certificateChecks = ['stapled', 'list', 'not_given', 'unanswered', 'revoked'] as const
export const CertificateChecked = z.enum(certificateChecks)
export type CertificateChecked = z.infer<typeof CertificateChecked>

export type CertificateSighting = {
  /** `canonicalSerial`. */
  readonly serial: string
  /** Shortened and cleaned. */
  readonly issuer: string
  readonly validTo: Date
  readonly checked: CertificateChecked
}

/** Times as ISO 8601. */
export type BankCertificateView = {
  readonly serial: string
  readonly issuer: string
  readonly validTo: string
  /** `daysToExpiry`: 0 or less after expiry. */
  readonly daysLeft: number
  readonly checked: CertificateChecked
  readonly seenAt: string
}
