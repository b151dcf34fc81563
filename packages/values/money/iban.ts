import { getCountrySpecifications } from 'ibantools'
import { remainderOf97 } from './check-digits.ts'

/** International bank account numbers, ISO 13616. */

/** bank:D46. The check digits are what 98 is above a remainder of 0 to 96, so never 00, 01 or 99. */
const ibanPattern = /^[A-Z]{2}(?!0[01]|99)[0-9]{2}[A-Z0-9]{1,30}$/
const ibanForm = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}$/

/** By country: the length, and the form of what follows the check digits. */
const structures: ReadonlyMap<string, { readonly length: number; readonly account: RegExp }> = new Map(
  Object.entries(getCountrySpecifications()).flatMap(([country, { chars, bban_regexp: account }]) =>
    chars === null || account === null ? [] : [[country, { length: chars, account: new RegExp(account) }] as const],
  ),
)

/**
 * Whether a text in capitals without spaces is an IBAN: its form (bank:D46), the structure that the registry has for its
 * country, and check digits modulo 97 (ISO 7064).
 */
export function isIban(text: string): boolean {
  if (!ibanPattern.test(text)) return false
  const structure = structures.get(text.slice(0, 2))
  if (structure !== undefined && !(structure.length === text.length && structure.account.test(text.slice(4))))
    return false
  return remainderOf97(text.slice(4) + text.slice(0, 4)) === 1
}

/** Whether a text has the form of an IBAN (bank:D46), whatever its country and check digits. */
export function isIbanForm(text: string): boolean {
  return ibanForm.test(text)
}

/** Length of a country's IBAN, including country and check digits; null for a country without IBANs. */
export function ibanLengthOf(country: string): number | null {
  return structures.get(country)?.length ?? null
}
