import { z } from 'zod'
import { type Operation, success, verificationErrors, verificationHeaders } from '#sandbox/reference/operation.ts'
import { component } from '#sandbox/reference/schemas/components.ts'
import { Bic, Iban, text } from '#sandbox/reference/schemas/members.ts'

const Agent = z.strictObject({ financialInstitution: z.strictObject({ bicfi: Bic }) })

const PayeeVerificationRequest = component(
  'PayeeVerificationRequest',
  'A name and the account it should belong to',
  z.strictObject({
    party: z.strictObject({ name: text(140) }),
    partyAccount: z.strictObject({ iban: Iban }),
    partyAgent: Agent.optional(),
    requestingAgent: Agent.optional(),
    unstructuredRemittanceInformation: z.array(text(140)).max(1).optional(),
  }),
)

const PayeeVerificationAnswer = component(
  'PayeeVerificationAnswer',
  'MTCH: match; CMTC: close match, with the holder’s name; NMTC: no match; NOAP: not possible',
  z.discriminatedUnion('partyNameMatch', [
    z.strictObject({ partyNameMatch: z.literal('CMTC'), matchedName: text(140) }),
    z.strictObject({ partyNameMatch: z.enum(['MTCH', 'NMTC', 'NOAP']) }),
  ]),
)

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
