import { z } from 'zod'
import { isIban } from '#sandbox/people/iban.ts'
import type { Consent } from '#sandbox/store/consents.ts'
import { refuse } from '#sandbox/wire/refuse.ts'
import { readMembers } from '#sandbox/wire/steps/json-body.ts'

export type ConsentBody = Omit<Consent, 'recordedAt'>

/** More IBANs than any PSU has. */
const longestList = 1_000

const currencies = new Set(Intl.supportedValuesOf('currency'))

const notIban = 'must be an IBAN'
const iban = z
  .string(notIban)
  .regex(/^[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}$/, notIban)
  .refine(isIban, notIban)
const notCurrency = 'must be an ISO 4217 code'
const currency = z
  .string(notCurrency)
  .regex(/^[A-Z]{3}$/, notCurrency)
  .refine(code => currencies.has(code), notCurrency)

const listOf = <const T extends z.ZodType>(element: T) =>
  z.array(element).max(longestList, `has more than ${longestList} elements`)
const flag = z.boolean()

const accounts = listOf(z.looseObject({ iban, currency: currency.optional() }))
const accountsV142 = listOf(z.looseObject({ iban }))

/**
 * The body of `PUT /consents` in v1.6.2 (document 1, Consent; bank:D27): `balances`, `transactions`, `psuIdentity` and
 * `trustedBeneficiaries` are required, the lists possibly empty; `owners` and `overdrafts` are optional. Used for the reference too.
 */
export const ConsentMembers = z.looseObject({
  balances: accounts,
  transactions: accounts,
  owners: accounts.optional(),
  overdrafts: accounts.optional(),
  psuIdentity: flag,
  trustedBeneficiaries: flag,
})

/**
 * The body in v1.4.2. Members it does not have (owners, overdrafts, a currency) are ignored like unknown ones and grant nothing. Used for
 * the reference too.
 */
export const ConsentMembersV142 = z.looseObject({
  balances: accountsV142,
  transactions: accountsV142,
  psuIdentity: flag,
  trustedBeneficiaries: flag,
})

/** Parses a consent by the schema of its version. Refuses with 400 `FF01` naming the member. */
export function readConsentBody(
  body: Buffer,
  contentType: string | null,
  { consentBody }: { readonly consentBody: typeof ConsentMembers | typeof ConsentMembersV142 },
): ConsentBody {
  if (!/^application\/([a-z.-]+\+)?json(;|$)/i.test(contentType?.trim() ?? '')) {
    refuse('FF01', 'Content-Type must be application/json')
  }
  const value = parse(body)
  if (consentBody === ConsentMembersV142) {
    const { balances, transactions, psuIdentity, trustedBeneficiaries } = readMembers(ConsentMembersV142, value)
    return toConsent({ balances, transactions, psuIdentity, trustedBeneficiaries })
  }
  return toConsent(readMembers(ConsentMembers, value))
}

type Named = readonly { readonly iban: string }[]

function toConsent(members: {
  readonly balances: Named
  readonly transactions: Named
  readonly owners?: Named | undefined
  readonly overdrafts?: Named | undefined
  readonly psuIdentity: boolean
  readonly trustedBeneficiaries: boolean
}): ConsentBody {
  const ibansOf = (list: Named = []) => new Set(list.map(({ iban }) => iban))
  return {
    balances: ibansOf(members.balances),
    transactions: ibansOf(members.transactions),
    owners: ibansOf(members.owners),
    overdrafts: ibansOf(members.overdrafts),
    psuIdentity: members.psuIdentity,
    trustedBeneficiaries: members.trustedBeneficiaries,
  }
}

function parse(body: Buffer): unknown {
  if (body.length === 0) refuse('FF01', 'The body is empty')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    refuse('FF01', 'The body is not JSON')
  }
}
