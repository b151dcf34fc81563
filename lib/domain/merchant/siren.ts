/**
 * A SIREN has nine digits (Luhn), a SIRET five more, checked as a whole; La Poste's may sum to a multiple
 * of five instead.
 */
const laPoste = '356000000'

/** As it is stored and compared: a French number without spaces and points. */
export const plainNumber = (typed: string): string => (/^[\d\s.]+$/.test(typed) ? typed.replace(/[\s.]/g, '') : typed)

/** Null if neither SIREN nor SIRET, or a digit is wrong. */
export function sirenOf(registrationNumber: string): string | null {
  const digits = registrationNumber.replace(/[\s.]/g, '')
  if (!/^(\d{9}|\d{14})$/.test(digits)) return null
  const siren = digits.slice(0, 9)
  const isOfPoste = siren === laPoste && [...digits].reduce((sum, digit) => sum + Number(digit), 0) % 5 === 0
  return isLuhn(siren) && (isLuhn(digits) || isOfPoste) ? siren : null
}

function isLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum > 0 && sum % 10 === 0
}
