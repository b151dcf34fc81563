import { z } from 'zod'
import { OptionalText, WireLinks } from './text.ts'

/** Page of `GET /accounts`: rows are read one by one, so that a bad one does not hide the others. */
export const WireAccountPage = z.object({
  accounts: z.array(z.unknown()).nullish(),
  _links: WireLinks,
})

/** Element of `accounts` (document 1, Account). */
export const WireAccount = z.object({
  resourceId: z.string().min(1),
  cashAccountType: OptionalText,
  accountId: z
    .object({
      iban: OptionalText,
      currency: OptionalText,
      other: z
        .object({ identification: OptionalText, schemeName: OptionalText, issuer: OptionalText })
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
  product: OptionalText,
  balances: z.array(z.unknown()).nullish().catch(null),
  usage: OptionalText,
  psuStatus: OptionalText,
  name: OptionalText,
  bicFi: OptionalText,
  details: OptionalText,
  linkedAccount: OptionalText,
  _links: WireLinks,
})
export type WireAccount = z.infer<typeof WireAccount>
