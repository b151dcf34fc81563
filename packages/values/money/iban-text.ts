import { ibanLengthOf, isIban } from './iban.ts'

/** As typed or pasted: `iban: fr76-1987.0000` is `FR7619870000`. Also of a BIC. */
export function bareIban(text: string): string {
  return text
    .replace(/[\s.:\u2010-\u2015\u200b\ufeff-]/g, '')
    .toUpperCase()
    .replace(/^(?:IBAN|BIC)(?=.)/, '')
}

/** `FR76 1987 0000 …`. */
export function groupIban(iban: string): string {
  return compact(iban).replace(/(.{4})(?=.)/g, '$1 ')
}

/** `FR76 •••• 4521`; dots only if too short. */
export function maskIban(iban: string): string {
  const whole = compact(iban)
  return whole.length < 12 ? '••••' : `${whole.slice(0, 4)} •••• ${whole.slice(-4)}`
}

const ibanStart = /(?<![A-Z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}/g

/** Only strings with valid check digits are IBANs. */
export function maskIbansIn(text: string): string {
  return text.replace(ibanStart, found => {
    const written = ibanAtStart(found)
    return written === null ? found : maskIban(written) + found.slice(written.length)
  })
}

/** The valid IBAN that a text begins with, as it is written there: with spaces, other signs or `%20` between, in small letters. */
export function ibanAtStart(text: string): string | null {
  const length = ibanLengthOf(text.slice(0, 2).toUpperCase())
  if (length === null) return null
  const [written = ''] = new RegExp(`^(?:(?:[^a-z0-9%]|%20)?[a-z0-9]){${length}}(?![a-z0-9])`, 'i').exec(text) ?? []
  return isIban(written.replace(/%20|[^a-z0-9]/gi, '').toUpperCase()) ? written : null
}

function compact(iban: string): string {
  return iban.replace(/\s/g, '')
}
