import { isIban } from '#sandbox/people/iban.ts'
import type { Consent, ConsentList } from '#sandbox/store/consents.ts'
import { refuse } from '#sandbox/wire/refuse.ts'
import type { Presentation } from './presentation.ts'

export type ConsentBody = Omit<Consent, 'recordedAt'>

/** More IBANs than any PSU has. */
const longestList = 1_000

/**
 * The body of `PUT /consents` (document 1, Consent; D27). `balances` and `transactions` may be empty but must be there,
 * like `psuIdentity` and `trustedBeneficiaries`; `owners` and `overdrafts` may be absent. A list that the version has not
 * (v1.4.2: owners, overdrafts, a currency) is as unknown as any other member and grants nothing. Refuses with 400 `FF01`
 * that names the member.
 */
export function readConsentBody(
  body: Buffer,
  contentType: string | null,
  version: Pick<Presentation, 'consentLists' | 'consentNamesCurrency'>,
): ConsentBody {
  if (!/^application\/([a-z.-]+\+)?json(;|$)/i.test(contentType?.trim() ?? '')) {
    refuse('FF01', 'Content-Type must be application/json')
  }
  const members = readObject(parse(body), 'the body')
  const read = (list: ConsentList) =>
    version.consentLists.includes(list)
      ? readIbans(members[list], list, version.consentNamesCurrency)
      : new Set<string>()
  return {
    balances: read('balances'),
    transactions: read('transactions'),
    owners: members.owners === undefined ? new Set() : read('owners'),
    overdrafts: members.overdrafts === undefined ? new Set() : read('overdrafts'),
    psuIdentity: readFlag(members.psuIdentity, 'psuIdentity'),
    trustedBeneficiaries: readFlag(members.trustedBeneficiaries, 'trustedBeneficiaries'),
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

function readObject(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse('FF01', `${name} must be an object`)
  return Object.fromEntries(Object.entries(value))
}

function readIbans(value: unknown, name: string, withCurrency: boolean): ReadonlySet<string> {
  if (value === undefined) refuse('FF01', `${name} is missing`)
  if (!Array.isArray(value)) refuse('FF01', `${name} must be an array`)
  if (value.length > longestList) refuse('FF01', `${name} has more than ${longestList} elements`)
  return new Set(value.map((element: unknown, at) => readIban(element, `${name}[${at}]`, withCurrency)))
}

function readIban(element: unknown, name: string, withCurrency: boolean): string {
  const { iban, currency } = readObject(element, name)
  if (typeof iban !== 'string' || !isIban(iban)) refuse('FF01', `${name}.iban must be an IBAN`)
  if (withCurrency && currency !== undefined && !isCurrency(currency)) {
    refuse('FF01', `${name}.currency must be an ISO 4217 code`)
  }
  return iban
}

const currencies = new Set(Intl.supportedValuesOf('currency'))

const isCurrency = (value: unknown): boolean => typeof value === 'string' && currencies.has(value)

function readFlag(value: unknown, name: string): boolean {
  if (value === undefined) refuse('FF01', `${name} is missing`)
  return typeof value === 'boolean' ? value : refuse('FF01', `${name} must be true or false`)
}
