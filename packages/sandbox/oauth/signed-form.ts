import { findApplication } from '#sandbox/store/applications.ts'
import type { Step } from '#sandbox/wire/exchange.ts'
import { refuseProof } from '#sandbox/wire/refuse.ts'
import { checkDate } from '#sandbox/wire/steps/date.ts'
import { isDigested } from '#sandbox/wire/steps/digest.ts'
import { isSigned } from '#sandbox/wire/steps/signature.ts'

/**
 * The signature of a token or revocation request (document 1, authentication 3; bank:D61): verified with its date and digest if there
 * is one, and required by the setting `SANDBOX_SIGNED_OAUTH`. An application that is not registered yet has no seal known to the
 * bank, so a registration token needs none. Refuses with `invalid_client` (bank:D53).
 */
export const isSignedForm: Step = async exchange => {
  const { sandbox, headers, body } = exchange
  const clientId = new URLSearchParams(body.toString('utf8')).get('client_id') ?? ''
  const application = findApplication(sandbox.db, clientId)
  if (application === null) return
  if (headers.get('signature') === null) {
    if (sandbox.settings.signedOauth) refuseProof('Signature', 'Signature is missing')
    return
  }
  exchange.application = application
  await checkDate(exchange)
  await isDigested(exchange)
  await isSigned(exchange)
}
