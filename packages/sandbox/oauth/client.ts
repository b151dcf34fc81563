import { roleOfScope } from '#sandbox/pki/qc-statements.ts'
import { type Application, findApplication, isRole } from '#sandbox/store/applications.ts'
import type { Scope } from '#sandbox/store/tokens.ts'
import type { Exchange } from '#sandbox/wire/exchange.ts'
import { refuseOauth } from '#sandbox/wire/refuse.ts'
import { requireRole } from '#sandbox/wire/steps/certificate.ts'

/** Constants with which a TPP without client_id requests a registration token (bank:D12): live, then sandbox. */
export const registrationClientIds: readonly string[] = ['PSD2_TPPRegister', '3f6c1a52-8d0e-4b7f-9a35-5c2e7d914b60']

/** The registered application, which must belong to the organisation in the client certificate: else `invalid_client` (bank:D53). */
export function authenticateClient(exchange: Exchange, clientId: string): Application {
  const application = findApplication(exchange.sandbox.db, clientId)
  if (!application) refuseOauth('invalid_client', 'client_id is not registered')
  if (application.organisationId !== exchange.organisationId) {
    refuseOauth('invalid_client', 'client_id does not match the client certificate')
  }
  return application
}

/** The role of the scope must be in the client certificate: else `invalid_client` (bank:D53). */
export function requireRoleOfScope(exchange: Exchange, scope: Scope): void {
  if (isRole(scope)) requireRole(exchange, roleOfScope[scope])
}
