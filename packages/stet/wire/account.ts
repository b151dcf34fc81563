import { z } from 'zod'
import {
  currencyIfGiven,
  ibanIfGiven,
  id,
  idLength,
  noError,
  noNext,
  optionalId,
  optionalLabel,
  rowsOfAnswer,
  WireLinks,
} from './text.ts'

/** `GET /accounts`; rows are parsed one by one. */
export const WireAccountPage = z
  .object({ accounts: rowsOfAnswer, _links: WireLinks, ...noError, links: noNext })
  .default({ accounts: [], _links: new Map() })

/** Document 1, Account. An unusable IBAN or currency sets it aside: consent and money would refer to something else. */
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
  /** Of a currency account. */
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
