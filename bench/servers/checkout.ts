import { resolve } from 'node:path'
import { db } from '#lib/db.ts'
import { createOrder } from '#lib/services/payments/orders.ts'
import { type Stack, settingsOnFreePorts, startStack } from '#scripts/run/stack.ts'
import { checkoutOrder } from '#testing/shop/checkout-order.ts'

/** A shop's payment, as a payer who is not signed in finds it. */
export async function seedCheckout(): Promise<{ readonly publicId: string }> {
  const shop = { name: 'Bench', legalName: 'Bench', email: 'shop@guichet.example' }
  const { id } = await db().organisation.create({ data: shop })
  const creditor = { name: 'Bench', iban: 'DE89370400440532013000', bic: null }
  return createOrder(id, checkoutOrder(1234n, { creditor, expiresAt: null }))
}

/** The production stack on its own ports, on an existing database. */
export async function openStack(databaseUrl: string | null): Promise<Stack> {
  const settings = await settingsOnFreePorts(resolve('.data', 'bench', 'stack'), databaseUrl)
  const report = (step: string) => console.error(`  ${step}`)
  return startStack(settings, { mode: 'production', report, extraEnv: { LOG_LEVEL: 'fatal' } })
}
