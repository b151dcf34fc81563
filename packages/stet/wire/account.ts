import { z } from 'zod'
import {
  currencyIfGiven,
  ibanIfGiven,
  id,
  idLength,
  optionalId,
  optionalLabel,
  rowsOfAnswer,
  WireLinks,
} from './text.ts'

/** Page of `GET /accounts`: rows are parsed one by one, so that a bad one does not hide the others. */
export const WireAccountPage = z.object({
  accounts: rowsOfAnswer,
  _links: WireLinks,
})

/**
 * Element of `accounts` (document 1, Account). `resourceId` is required; an IBAN or a currency that is present but
 * unusable sets the account aside too, because consent and money would refer to something else.
 */
export const WireAccount = z.object({
  resourceId: id(idLength),
  cashAccountType: optionalLabel(35),
  accountId: z
    .object({
      iban: ibanIfGiven,
      currency: currencyIfGiven,
      other: z
        .object({
          identification: optionalId(idLength),
          schemeName: optionalLabel(70),
          issuer: optionalLabel(35),
        })
        .nullish()
        .catch(null),
    })
    .nullish(),
  /** Of a currency account whose `accountId` doesn't name it. */
  currency: currencyIfGiven,
  product: optionalLabel(35),
  balances: z.array(z.unknown()).nullish().catch(null),
  usage: optionalLabel(35),
  psuStatus: optionalLabel(35),
  name: optionalLabel(70),
  bicFi: optionalId(11),
  details: optionalLabel(140),
  linkedAccount: optionalId(idLength),
  _links: WireLinks,
})
export type WireAccount = z.infer<typeof WireAccount>
