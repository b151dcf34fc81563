import { remainderOf97 } from './check-digits.ts'

/** International bank account numbers, ISO 13616. */

/** D46. */
const ibanPattern = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}$/

/** Lengths of the SWIFT IBAN registry. */
const lengthByCountry: ReadonlyMap<string, number> = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ' +
    'ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 ' +
    'LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 ' +
    'PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry): [string, number] => [entry.slice(0, 2), Number(entry.slice(2))]),
)

/**
 * Whether a text in capitals without spaces is an IBAN: its form (D46), the length for its country if registered, and
 * check digits modulo 97 (ISO 7064).
 */
export function isIban(text: string): boolean {
  if (!ibanPattern.test(text)) return false
  const expectedLength = lengthByCountry.get(text.slice(0, 2))
  if (expectedLength !== undefined && expectedLength !== text.length) return false
  return remainderOf97(text.slice(4) + text.slice(0, 4)) === 1
}

/** Whether a text has the form of an IBAN (D46), whatever its country and check digits. */
export function isIbanForm(text: string): boolean {
  return ibanPattern.test(text)
}

/** Length of a country's IBAN by the SWIFT registry, including country and check digits; null for an unregistered country. */
export function ibanLengthOf(country: string): number | null {
  return lengthByCountry.get(country) ?? null
}
