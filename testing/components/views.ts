import type { OrderSummaryView } from '#lib/views/payment.ts'

/** Views as pages get them. */

export const legal = {
  name: 'Guichet SAS',
  authorisation: 'PSDFR-ACPR-1',
  authority: 'ACPR',
  registerUrl: 'https://r.example',
  contact: 'c@guichet.example',
}

export const orderSummary: OrderSummaryView = {
  id: '0a0a0a0a-0000-4000-8000-000000000001',
  kind: 'transfer',
  mode: 'test',
  status: 'confirmed',
  publicId: 'P',
  reference: 'R',
  description: null,
  amount: { amount: '1.00', currency: 'EUR' },
  bankCode: null,
  bankName: null,
  lastTry: null,
  failedTry: null,
  createdAt: '2026-11-21T10:00:00Z',
  finishedAt: null,
  expiresAt: null,
  creditorName: 'X',
  received: null,
  receivedAt: null,
  paidBy: null,
}
