import { randomUUID } from 'node:crypto'
import { now } from '#lib/clock.ts'
import type { Prisma } from '#lib/db.ts'
import type { NewOrder } from '#lib/services/payments/orders.ts'

/** What a merchant's checkout asks for, to be paid once within a day: for tests, soaks and benches, which change what they are about. */
export function checkoutOrder(amountMinor = 1234n, change: Partial<NewOrder> = {}): NewOrder {
  return {
    ownerKind: 'organisation',
    mode: 'test',
    kind: 'checkout',
    reference: 'Commande 4711',
    currency: 'EUR',
    instructions: [{ amountMinor, remittance: ['Commande 4711'] }],
    creditor: { name: 'Librairie du Port', iban: 'DE89370400440532013000', bic: null },
    categoryPurpose: 'DVPM',
    expiresAt: new Date(Date.now() + 86_400_000),
    ...change,
  }
}

/** The same for a person's transfer. */
export const transferOrder = (amountMinor = 100n, change: Partial<NewOrder> = {}): NewOrder =>
  checkoutOrder(amountMinor, {
    ownerKind: 'person',
    kind: 'transfer',
    categoryPurpose: 'CASH',
    expiresAt: null,
    ...change,
  })

type Ids = { readonly orderId: string; readonly ownerId: string }

/** The row of an attempt that was made without a bank. */
export const attemptRow = (about: Ids & Partial<Prisma.PaymentAttemptUncheckedCreateInput>) => ({
  bankCode: '19870',
  paymentInformationId: randomUUID(),
  requestId: randomUUID(),
  reportHash: randomUUID(),
  reportSealed: 'x',
  executionDate: now(),
  createdAt: now(),
  expiresAt: now(),
  ...about,
})
