import { remainderOf97 } from './check-digits.ts'

/** ISO 11649: `RF`, check digits (ISO 7064), up to 21 letters and digits, verified by the payer's bank. */

const bodyPattern = /^[0-9A-Z]{1,21}$/
/** Check digits are 02 to 98. */
const referencePattern = /^RF(?!0[01]|99)[0-9]{2}[0-9A-Z]{1,21}$/

/** TypeError unless `body` is 1 to 21 capitals and digits. */
export function structuredReference(body: string): string {
  if (!bodyPattern.test(body)) throw new TypeError('1 to 21 capital letters and digits')
  const check = 98 - remainderOf97(`${body}RF00`)
  return `RF${String(check).padStart(2, '0')}${body}`
}

/** Ignores spaces and case. */
export function isStructuredReference(text: string): boolean {
  const reference = bareReference(text)
  return referencePattern.test(reference) && remainderOf97(reference.slice(4) + reference.slice(0, 4)) === 1
}

/** Capitals without spaces. */
export function bareReference(text: string): string {
  return text.replace(/\s/g, '').toUpperCase()
}

/** `RF18 5390 0754 7034`. */
export function groupReference(reference: string): string {
  return reference.replace(/(.{4})(?=.)/g, '$1 ')
}
