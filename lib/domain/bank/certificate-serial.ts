/**
 * Serial numbers of certificates as one list can compare them: hexadecimal digits in upper case, without zeros in front. At most
 * twenty bytes (RFC 5280 § 4.1.2.2).
 */

/** What is wrong with a serial that somebody typed. */
export const serialFaults = ['empty', 'not_hexadecimal', 'zero', 'too_long'] as const
export type SerialFault = (typeof serialFaults)[number]

const longestDigits = 40

/**
 * Reads a serial as tools show it: `0x0A:1B:2C`, `0a 1b 2c`, `A1B2C`. Colons and spaces stand between digits only, and `0x` in front
 * only. Answers what is wrong with any other text, by name.
 */
export function parseSerial(text: string): { readonly serial: string } | { readonly fault: SerialFault } {
  const given = text.trim().replace(/^0x/i, '')
  if (given === '') return { fault: 'empty' }
  if (!/^[0-9a-f]+(?:[: ]+[0-9a-f]+)*$/i.test(given)) return { fault: 'not_hexadecimal' }
  const serial = canonicalSerial(given.replace(/[: ]/g, ''))
  if (serial === '') return { fault: 'zero' }
  return serial.length > longestDigits ? { fault: 'too_long' } : { serial }
}

/** The digits of a serial as TLS tells them, whole bytes, in the form that is compared. */
export function canonicalSerial(digits: string): string {
  return digits.toUpperCase().replace(/^0+/, '')
}
