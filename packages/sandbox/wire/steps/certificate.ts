import type { CertificateFault } from '#sandbox/pki/authority.ts'
import type { PspRole } from '#sandbox/pki/qc-statements.ts'
import { readCertificate, type TppCertificate } from '#sandbox/pki/read-certificate.ts'
import type { Exchange, Step } from '#sandbox/wire/exchange.ts'
import { namedStep } from '#sandbox/wire/named-step.ts'
import { refuse } from '#sandbox/wire/refuse.ts'

const sentences: Readonly<Record<CertificateFault, string>> = {
  foreign_issuer: 'was not issued by a trust service provider we know',
  not_yet_valid: 'is not valid yet',
  expired: 'has expired',
  revoked: 'was revoked',
  no_organisation: 'has no organizationIdentifier (2.5.4.97)',
}

/** The fault of a certificate, as a sentence. */
export function describeFault(what: string, fault: CertificateFault): string {
  return `The ${what} ${sentences[fault]}`
}

/** The TLS certificate must be present, of our authority, valid now, not revoked and a QWAC (bank:D17). Sets `organisationId`. */
export const presentsCertificate: Step = exchange => {
  const certificate = certificateOf(exchange)
  const { pki, clock } = exchange.sandbox
  const fault = pki.findFault(certificate, clock.realNow())
  if (fault) refuse('BE05', describeFault('client certificate', fault))
  if (certificate.use !== 'qwac') refuse('BE05', 'The client certificate is no QWAC (QcType web)')
  exchange.organisationId = certificate.organisationId ?? ''
}

/** The PSD2 role must be in the certificate's QcStatement (bank:D17). */
export function holdsRole(role: PspRole): Step {
  return namedStep(`holdsRole ${role}`, exchange => requireRole(exchange, role))
}

/** Refuses (BE05) if the client certificate lacks the role. */
export function requireRole(exchange: Exchange, role: PspRole): void {
  if (!certificateOf(exchange).roles.includes(role)) refuse('BE05', `The client certificate lacks the role ${role}`)
}

/** The TPP's parsed certificate; refuses if the connection has none. */
export function certificateOf(exchange: Exchange): TppCertificate {
  if (!exchange.certificate) refuse('BE05', 'The connection has no client certificate (QWAC)')
  try {
    return readCertificate(exchange.certificate)
  } catch {
    refuse('BE05', 'The client certificate cannot be read')
  }
}
