import { randomBytes } from 'node:crypto'

/** An id of the bank's own, of twice as many characters as bytes. It never looks like an IBAN, which the control desk would mask. */
export function newResourceId(bytes: number): string {
  const id = randomBytes(bytes).toString('hex').toUpperCase()
  return /^[A-F]{2}\d{2}/.test(id) ? newResourceId(bytes) : id
}
