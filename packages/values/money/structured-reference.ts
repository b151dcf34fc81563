import { remainderOf97 } from './check-digits.ts'

/**
 * Creditor references of ISO 11649: `RF`, two check digits (ISO 7064, modulo 97-10), and up to 21 letters and digits.
 * The payer's bank verifies them, so a typing error can't match another payment.
 */

const bodyPattern = /^[0-9A-Z]{1,21}$/
/** The check digits are 02 to 98. */
const referencePattern = /^RF(?!0[01]|99)[0-9]{2}[0-9A-Z]{1,21}$/

/** The reference with its check digits. TypeError for a body that is not 1 to 21 capitals and digits. */
export function structuredReference(body: string): string {
  if (!bodyPattern.test(body)) throw new TypeError('1 to 21 capital letters and digits')
  const check = 98 - remainderOf97(`${body}RF00`)
  return `RF${String(check).padStart(2, '0')}${body}`
}

/** Whether a text, ignoring spaces and case, is a reference with valid check digits. */
export function isStructuredReference(text: string): boolean {
  const reference = bareReference(text)
  return referencePattern.test(reference) && remainderOf97(reference.slice(4) + reference.slice(0, 4)) === 1
}

/** Capitals without spaces: the form in which references are compared. */
export function bareReference(text: string): string {
  return text.replace(/\s/g, '').toUpperCase()
}

/** In groups of four for display: `RF18 5390 0754 7034`. */
export function groupReference(reference: string): string {
  return reference.replace(/(.{4})(?=.)/g, '$1 ')
}
