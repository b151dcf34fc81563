import { ibanLengthOf, isIban } from './iban.ts'

/** In groups of four for display: `FR76 1987 0000 …`. */
export function groupIban(iban: string): string {
  return compact(iban).replace(/(.{4})(?=.)/g, '$1 ')
}

/** For lists and logs: country, check digits and the last four, `FR76 •••• 4521`. If too short to mask, dots only. */
export function maskIban(iban: string): string {
  const whole = compact(iban)
  return whole.length < 12 ? '••••' : `${whole.slice(0, 4)} •••• ${whole.slice(-4)}`
}

const ibanStart = /(?<![A-Z0-9])([A-Z]{2})\d{2}(?: ?[A-Z0-9]){11,30}/g

/** Masks every IBAN in a text; only strings with valid check digits count as IBANs. */
export function maskIbansIn(text: string): string {
  return text.replace(ibanStart, (found, country: string) => {
    const length = ibanLengthOf(country) ?? 0
    const [written = ''] = new RegExp(`^(?: ?[A-Z0-9]){${length}}(?![A-Z0-9])`).exec(found) ?? []
    return isIban(compact(written)) ? maskIban(written) + found.slice(written.length) : found
  })
}

function compact(iban: string): string {
  return iban.replace(/\s/g, '')
}
