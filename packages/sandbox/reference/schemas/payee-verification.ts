import { z } from 'zod'
import { component } from './components.ts'
import { Bic, Iban, text } from './members.ts'

const Agent = z.strictObject({ financialInstitution: z.strictObject({ bicfi: Bic }) })

export const PayeeVerificationRequest = component(
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

export const PayeeVerificationAnswer = component(
  'PayeeVerificationAnswer',
  'MTCH: match; CMTC: close match, with the holder’s name; NMTC: no match; NOAP: not possible',
  z.discriminatedUnion('partyNameMatch', [
    z.strictObject({ partyNameMatch: z.literal('CMTC'), matchedName: text(140) }),
    z.strictObject({ partyNameMatch: z.enum(['MTCH', 'NMTC', 'NOAP']) }),
  ]),
)
