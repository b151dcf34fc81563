import { db } from '#lib/db.ts'
import { createOrder } from '#lib/services/payments/orders.ts'

/** A shop's payment, as a payer who is not signed in finds it. */
export async function seedCheckout(): Promise<{ readonly publicId: string }> {
  const shop = { name: 'Bench', legalName: 'Bench', email: 'shop@guichet.example' }
  const { id } = await db().organisation.create({ data: shop })
  return createOrder(id, {
    ownerKind: 'organisation',
    mode: 'test',
    kind: 'checkout',
    reference: 'Commande 4711',
    currency: 'EUR',
    instructions: [{ amountMinor: 1234n, remittance: ['Commande 4711'] }],
    creditor: { name: 'Bench', iban: 'DE89370400440532013000', bic: null },
    categoryPurpose: 'DVPM',
    expiresAt: null,
  })
}
