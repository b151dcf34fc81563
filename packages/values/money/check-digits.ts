/** Remainder modulo 97 of digits and letters, with `A` as 10 (ISO 7064), for the check digits of IBANs and references. */
export function remainderOf97(text: string): number {
  let remainder = 0
  for (const character of text) {
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value < 10 ? 10 : 100) + value) % 97
  }
  return remainder
}
