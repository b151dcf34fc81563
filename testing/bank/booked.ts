import type { BankTransaction } from '@guichet/stet/terms/account-data.ts'

/** `PMNT/CCRD/POSD`, or as much of it as a bank says. */
export function transactionCode(text: string): BankTransaction['code'] {
  const [domain = null, family = null, subFamily = null] = text === '' ? [] : text.split('/')
  return { domain, family, subFamily, code: null, issuer: null }
}

/** A booked purchase by card in euros, as packages/stet reads it. A test names only what it is about. */
export const bookedAtBank = (
  minor: number | bigint,
  label: string,
  given: Partial<BankTransaction> = {},
): BankTransaction => ({
  resourceId: null,
  entryReference: null,
  status: 'BOOK',
  amount: { amountMinor: BigInt(minor), currency: 'EUR' },
  bookingDate: '2026-11-10',
  valueDate: null,
  transactionDate: null,
  expectedBookingDate: null,
  remittance: [label],
  code: transactionCode('PMNT/CCRD/POSD'),
  endToEndId: null,
  ...given,
})
