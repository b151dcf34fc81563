import { ibanLengthOf, isIban } from '@guichet/values/money/iban.ts'
import { bareIban } from '@guichet/values/money/iban-text.ts'
import { findBeneficiaryFaults } from './beneficiary.ts'

export type IbanCheck =
  | 'empty'
  /** Valid so far. */
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
  /** Typed, and the country's length. */
  readonly length: number
  readonly expectedLength: number | null
  /** Five characters, of a French or Monegasque one. */
  readonly bankCode: string | null
}

export function readTypedIban(text: string): TypedIban {
  const bare = bareIban(text)
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
