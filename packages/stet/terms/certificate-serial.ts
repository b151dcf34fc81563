/** Serials in comparable form: upper-case hexadecimal without leading zeros, at most 20 bytes (RFC 5280 § 4.1.2.2). */

export const serialFaults = ['empty', 'not_hexadecimal', 'zero', 'too_long'] as const
export type SerialFault = (typeof serialFaults)[number]

const longestDigits = 40

/** As tools show it: `0x0A:1B:2C`, `0a 1b 2c`, `A1B2C`. */
export function parseSerial(text: string): { readonly serial: string } | { readonly fault: SerialFault } {
  const given = text.trim().replace(/^0x/i, '')
  if (given === '') return { fault: 'empty' }
  if (!/^[0-9a-f]+(?:[: ]+[0-9a-f]+)*$/i.test(given)) return { fault: 'not_hexadecimal' }
  const serial = canonicalSerial(given.replace(/[: ]/g, ''))
  if (serial === '') return { fault: 'zero' }
  return serial.length > longestDigits ? { fault: 'too_long' } : { serial }
}

/** From TLS (whole bytes). */
export function canonicalSerial(digits: string): string {
  return digits.toUpperCase().replace(/^0+/, '')
}
