import { banks } from './banks.ts'
import { checkoutSessions } from './checkout-sessions.ts'
import { credits } from './credits.ts'
import { events } from './events.ts'
import { invoices } from './invoices.ts'
import type { Operation } from './operation.ts'
import { paymentLinks } from './payment-links.ts'
import { payments } from './payments.ts'
import { refunds } from './refunds.ts'
import { settlementDays } from './settlement-days.ts'
import { simulations } from './simulations.ts'
import { webhookEndpoints } from './webhook-endpoints.ts'

/** Of every noun, in the order of the reference. */
export const operations = {
  ...checkoutSessions,
  ...banks,
  ...payments,
  ...paymentLinks,
  ...refunds,
  ...invoices,
  ...credits,
  ...settlementDays,
  ...webhookEndpoints,
  ...events,
  ...simulations,
} as const

export type OperationName = keyof typeof operations
export const namedOperations = Object.entries<Operation>(operations) as readonly (readonly [OperationName, Operation])[]
