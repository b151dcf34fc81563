import { findApplication } from '#sandbox/store/applications.ts'
import type { Step } from '#sandbox/wire/exchange.ts'
import { refuseProof } from '#sandbox/wire/refuse.ts'
import { isDated } from '#sandbox/wire/steps/date.ts'
import { isDigested } from '#sandbox/wire/steps/digest.ts'
import { isSigned } from '#sandbox/wire/steps/signature.ts'

/**
 * The signature of a token or revocation request (document 1, authentication 3; D61): verified when there is one, with its
 * date and digest, and asked for when the bank insists (`SANDBOX_SIGNED_OAUTH`). Who is not registered yet has no seal that
 * the bank knows, so a registration token is asked for without. Refuses with `invalid_client` (D53).
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
  await isDated(exchange)
  await isDigested(exchange)
  await isSigned(exchange)
}
