import { getCountrySpecifications } from 'ibantools'
import { remainderOf97 } from './check-digits.ts'

/** bank:D46; check digits are 02 to 98. */
const ibanPattern = /^[A-Z]{2}(?!0[01]|99)[0-9]{2}[A-Z0-9]{1,30}$/
const ibanForm = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}$/

/** Length, and what follows the check digits. */
const structures: ReadonlyMap<string, { readonly length: number; readonly account: RegExp }> = new Map(
  Object.entries(getCountrySpecifications()).flatMap(([country, { chars, bban_regexp: account }]) =>
    chars === null || account === null ? [] : [[country, { length: chars, account: new RegExp(account) }] as const],
  ),
)

/** Capitals without spaces: form (bank:D46), the country's structure, check digits (ISO 7064). */
export function isIban(text: string): boolean {
  if (!ibanPattern.test(text)) return false
  const structure = structures.get(text.slice(0, 2))
  if (structure !== undefined && !(structure.length === text.length && structure.account.test(text.slice(4))))
    return false
  return remainderOf97(text.slice(4) + text.slice(0, 4)) === 1
}

/** bank:D46, whatever the country and check digits. */
export function isIbanForm(text: string): boolean {
  return ibanForm.test(text)
}

/** Null for a country without IBANs. */
export function ibanLengthOf(country: string): number | null {
  return structures.get(country)?.length ?? null
}
