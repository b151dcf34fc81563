import type { PaymentRequest } from '#stet/terms/payment-request.ts'

export const creditorIban = 'FR2019870000010000000000000'

/** A payment for a merchant, once and of one instruction. */
export const paymentRequest: PaymentRequest = {
  paymentInformationId: 'P1',
  categoryPurpose: 'DVPM',
  createdAt: new Date('2026-11-21T08:00:00Z'),
  executionDate: '2026-11-21',
  isInstant: false,
  recurrence: null,
  initiatingPartyName: 'Guichet',
  creditor: { name: 'Librairie du Port', iban: creditorIban, bic: null },
  debtorIban: null,
  debtorIdentification: null,
  instructions: [
    {
      instructionId: 'I1',
      endToEndId: 'E1',
      amount: { amountMinor: 1234n, currency: 'EUR' },
      remittance: ['Commande 4711'],
    },
  ],
}
