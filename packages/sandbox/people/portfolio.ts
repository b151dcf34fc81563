import { z } from 'zod'
import { psuStatuses } from '#sandbox/store/accounts.ts'
import rows from './portfolio.json' with { type: 'json' }
import { rentAccountName } from './scenarios.ts'

const text = z.string()
const Plan = z.strictObject({
  /** Stable id; also the name of its life, unless it has none. */
  key: text,
  bankCode: text,
  /** Accounts with one IBAN have the same number. */
  number: text,
  name: text,
  product: text,
  currency: text.default('EUR'),
  usage: z.enum(['PRIV', 'ORGA']).default('PRIV'),
  features: z.array(text).default([]),
  overdraftMinor: z.int().default(0),
  openingMinor: z.int(),
  /** Opened today, or with two years of entries. */
  age: z.enum(['new', 'settled']).default('settled'),
  /** For a card: key of its backing account. */
  backing: text.optional(),
  status: z.enum(['open', 'blocked', 'closed']).default('open'),
  holders: z.array(
    z.strictObject({
      personId: text,
      shared: z.boolean().optional(),
      /** The PSU's relation to the account if they are not its holder. */
      psuStatus: z.enum(psuStatuses).optional(),
    }),
  ),
  owners: z.array(
    z.strictObject({
      fullName: text,
      role: text.optional(),
      company: z.strictObject({ number: text, scheme: text }).optional(),
    }),
  ),
})

/** An account in the catalogue, before it has an IBAN and a resourceId. */
export type AccountPlan = Readonly<z.output<typeof Plan>>

const rentAccounts = 45

const rents = Array.from({ length: rentAccounts }, (_, at): z.input<typeof Plan> => {
  const number = at + 1
  return {
    key: `monique-roux/loyer-${String(number).padStart(2, '0')}`,
    bankCode: '19874',
    number: String(310_400_000 + number * 137).padStart(11, '0'),
    name: `Loyers ${rentAccountName(number)}`,
    product: 'Compte de gestion locative',
    usage: 'ORGA',
    features: ['SCT', 'SCT_MULT'],
    openingMinor: 141_000 + number * 1_913,
    holders: [{ personId: 'monique-roux' }],
    owners: [{ fullName: 'MONIQUE ROUX', role: 'Titulaire' }],
  }
})

/**
 * All accounts in their holders' order; a card follows its account, and holders of a joint account are in one plan. Those of people for a
 * refusal are empty, so that only the refusal is visible.
 */
export const portfolio: readonly AccountPlan[] = z.array(Plan).parse([...rows, ...rents])

/** Names that companies trade under, by account number: a payee may be verified by them too. */
const tradeNames: Readonly<Record<string, string>> = { '00093620077': 'LIBRAIRIE DU PORT' }

export const tradeNamesOf = (iban: string): string[] =>
  Object.entries(tradeNames).flatMap(([number, name]) => (iban.slice(14, 25) === number ? [name] : []))
