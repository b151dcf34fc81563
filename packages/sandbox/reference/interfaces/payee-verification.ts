import { type Operation, success, verificationErrors, verificationHeaders } from '#sandbox/reference/operation.ts'
import { PayeeVerificationAnswer, PayeeVerificationRequest } from '#sandbox/reference/schemas/payee-verification.ts'

/** Verification of payee, modelled on the EPC scheme. */
export const payeeVerification: readonly Operation[] = [
  {
    id: 'payee-verifications',
    method: 'POST',
    path: '/vop/v1/payee-verifications',
    summary: 'Whether a name is that of the account’s holder',
    source: 'Regulation (EU) 2024/886, article 5c',
    authorization: 'certificate',
    parameters: verificationHeaders,
    body: { type: 'application/json', schema: PayeeVerificationRequest },
    answers: {
      200: success('One of the four answers', PayeeVerificationAnswer, ['X-Response-Timestamp']),
      ...verificationErrors([400, 403, 404, 405, 406, 408, 429, 500, 503]),
    },
  },
]
