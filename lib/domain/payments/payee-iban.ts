import { ibanLengthOf, isIban } from '@guichet/values/money/iban.ts'
import { findBeneficiaryFaults } from './beneficiary.ts'

/** What is known of an IBAN while it is being typed. */

export type IbanCheck =
  | 'empty'
  /** Valid so far, but incomplete. */
  | 'typing'
  | 'characters'
  | 'country_unknown'
  | 'too_long'
  | 'check_digits'
  | 'not_sepa'
  | 'sound'

export type TypedIban = {
  readonly bare: string
  readonly check: IbanCheck
  readonly country: string | null
  /** Characters typed, and the length of that country's IBANs. */
  readonly length: number
  readonly expectedLength: number | null
  /** Of a valid French or Monegasque one: the bank code (five characters), to name the bank. */
  readonly bankCode: string | null
}

/** Parses a partly typed IBAN. Spaces, dots and dashes are ignored. */
export function readTypedIban(text: string): TypedIban {
  const bare = text.replace(/[\s.-]/g, '').toUpperCase()
  const country = /^[A-Z]{2}/.exec(bare)?.[0] ?? null
  const expectedLength = country === null ? null : ibanLengthOf(country)
  const check = checkIban(bare, country, expectedLength)
  const hasBankCode = check === 'sound' && (country === 'FR' || country === 'MC')
  return {
    bare,
    check,
    country,
    length: bare.length,
    expectedLength,
    bankCode: hasBankCode ? bare.slice(4, 9) : null,
  }
}

function checkIban(bare: string, country: string | null, expectedLength: number | null): IbanCheck {
  if (bare === '') return 'empty'
  if (!/^(?:[A-Z]?|[A-Z]{2}[0-9]{0,2}|[A-Z]{2}[0-9]{2}[A-Z0-9]*)$/.test(bare)) return 'characters'
  if (country === null) return 'typing'
  if (expectedLength === null) return 'country_unknown'
  if (bare.length < expectedLength) return 'typing'
  if (bare.length > expectedLength) return 'too_long'
  if (!isIban(bare)) return 'check_digits'
  const isSepa = findBeneficiaryFaults({ name: 'x', iban: bare, bic: null }).length === 0
  return isSepa ? 'sound' : 'not_sepa'
}
