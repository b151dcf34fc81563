import { isBic } from '@guichet/stet/terms/payment-request.ts'
import { isIban } from '@guichet/values/money/iban.ts'
import { bareIban } from '@guichet/values/money/iban-text.ts'
import { cleanText } from '@guichet/values/text/clean.ts'

/** bank:D46; EPC SEPA Credit Transfer rulebook. */

export type Beneficiary = { readonly name: string; readonly iban: string; readonly bic: string | null }

export const beneficiaryFaults = [
  'name_empty',
  'name_too_long',
  'iban_invalid',
  'iban_not_sepa',
  'bic_invalid',
  'bic_other_country',
] as const
export type BeneficiaryFault = {
  readonly field: 'name' | 'iban' | 'bic'
  readonly fault: (typeof beneficiaryFaults)[number]
}

/** EPC409-09. */
const sepaCountries: ReadonlySet<string> = new Set(
  (
    'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI ' +
    'SK SM VA'
  ).split(' '),
)

/** Their BICs have another country code than their IBANs. */
const bicCountries: { readonly [ibanCountry: string]: readonly string[] } = {
  FR: ['FR', 'BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'],
  GB: ['GB', 'GG', 'IM', 'JE'],
}

export function normaliseBeneficiary(typed: { name: string; iban: string; bic: string }): Beneficiary {
  const bic = bareIban(typed.bic)
  return { name: cleanText(typed.name, 200), iban: bareIban(typed.iban), bic: bic === '' ? null : bic }
}

/** Name of 1 to 140, IBAN of a SEPA country, BIC of the same; empty if valid. */
export function findBeneficiaryFaults({ name, iban, bic }: Beneficiary): readonly BeneficiaryFault[] {
  const faults: BeneficiaryFault[] = []
  const length = [...name].length
  if (length === 0) faults.push({ field: 'name', fault: 'name_empty' })
  if (length > 140) faults.push({ field: 'name', fault: 'name_too_long' })
  const country = iban.slice(0, 2)
  if (!isIban(iban)) faults.push({ field: 'iban', fault: 'iban_invalid' })
  else if (!sepaCountries.has(country)) faults.push({ field: 'iban', fault: 'iban_not_sepa' })
  if (bic === null) return faults
  if (!isBic(bic)) faults.push({ field: 'bic', fault: 'bic_invalid' })
  else if (isIban(iban) && !(bicCountries[country] ?? [country]).includes(bic.slice(4, 6))) {
    faults.push({ field: 'bic', fault: 'bic_other_country' })
  }
  return faults
}
