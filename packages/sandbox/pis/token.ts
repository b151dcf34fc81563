import { findPaymentIdOfPair } from '#sandbox/store/payments.ts'
import type { Exchange, Step } from '#sandbox/wire/exchange.ts'
import { Refusal, refuseHttp } from '#sandbox/wire/refuse.ts'
import { checkToken } from '#sandbox/wire/steps/bearer.ts'

/** As `checkToken`, but a missing, expired or unknown token is 403 forbidden here (document 2, errors; bank:D53). */
export const bearsPaymentToken: Step = exchange => {
  try {
    return checkToken(exchange)
  } catch (error) {
    if (error instanceof Refusal && error.reason.kind === 'token') refuseHttp(403, error.message)
    throw error
  }
}

/** The token must be the TPP's own, from the client_credentials grant: else 403. */
export const actsForItself: Step = ({ grant }) => {
  if (grant?.personId !== null) refuseHttp(403, 'This resource needs a token of the client_credentials grant')
}

/** The token must come from the code of this payment's callback (document 2, note 2): else 403. */
export function requireTokenOfPayment({ grant, sandbox }: Exchange, paymentId: string): void {
  if (!grant || findPaymentIdOfPair(sandbox.db, grant.pairId) !== paymentId) {
    refuseHttp(403, "This resource needs the token of the code in this payment's callback")
  }
}
