/**
 * A French company's number: the SIREN has nine digits, the last of which checks the others by Luhn's rule; a SIRET adds five for an
 * establishment and is checked as a whole. La Poste's own SIRETs follow another rule and count as wrong.
 */

/** The SIREN in a registration number, which may be a SIRET or contain spaces; null if it is neither or a digit is wrong. */
export function sirenOf(registrationNumber: string): string | null {
  const digits = registrationNumber.replace(/[\s.]/g, '')
  if (!/^(\d{9}|\d{14})$/.test(digits)) return null
  const siren = digits.slice(0, 9)
  return isLuhn(digits) && isLuhn(siren) ? siren : null
}

function isLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum > 0 && sum % 10 === 0
}
