const faults = [
  'amount_more_than_credit',
  'amount_not_positive',
  'amount_other_currency',
  'amount_nothing_to_refund',
  'amount_more_than_left',
  'amount',
  'creditorName',
  'iban',
  'beneficiary',
  'bank',
  'accountId_iban',
] as const
export type Fault = (typeof faults)[number]

/** The fault named in the URL, if it is a known one. */
export function faultOf(field: string | null): Fault | null {
  return faults.find(fault => fault === field?.replace('.', '_')) ?? null
}
