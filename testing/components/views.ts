import type { CountedAccountView } from '#lib/views/banking.ts'
import type { OrderSummaryView } from '#lib/views/payment.ts'
import { littoral } from './draw.tsx'

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

export function makeAccount(
  id: string,
  connectionId: string,
  rest: Partial<CountedAccountView> = {},
): CountedAccountView {
  return {
    id,
    connectionId,
    bank: littoral,
    kind: 'account',
    name: id,
    product: null,
    maskedIban: null,
    iban: null,
    bic: null,
    currency: 'EUR',
    usage: null,
    psuStatus: null,
    features: [],
    details: null,
    cashAccountType: 'CACC',
    goneSince: null,
    timeline: null,
    linkedAccountId: null,
    may: { balances: true, transactions: true, owners: false, overdrafts: false },
    mainBalance: null,
    balances: [],
    group: null,
    hidden: false,
    inTotals: true,
    isCounted: true,
    missingBalances: [],
    owners: null,
    company: null,
    overdraft: null,
    sync: { state: 'idle', error: null, rows: 0, lastAt: null, unreadableRows: 0, unreadableBalances: 0 },
    quota: null,
    ...rest,
  }
}
