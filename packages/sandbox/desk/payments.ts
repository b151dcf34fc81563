import { z } from 'zod'
import { decimalOf } from '#sandbox/ais/presentation.ts'
import { banks } from '#sandbox/banks.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { checkLedger } from '#sandbox/store/ledger.ts'
import {
  findFailedExecution,
  type Instruction,
  listCancellations,
  listPayments,
  type Payment,
} from '#sandbox/store/payments.ts'
import { maskIban } from './redact.ts'
import { type DeskRoute, only, routesOf } from './route.ts'

const Failure = z
  .strictObject({
    tries: z.int(),
    fault: z.string().describe('What went wrong last'),
    parked: z.boolean().describe('Taken out of the queue: RJCT with MS03'),
  })
  .nullable()
const DeskInstruction = z.strictObject({
  id: z.string(),
  endToEndId: z.string(),
  amount: z.string(),
  currency: z.string(),
  status: z.string().nullable().describe('null before the PSU consented'),
  reason: z.string().nullable(),
  frequency: z.string().nullable(),
  occurrences: z.int().describe('How often it was executed'),
  dueOn: z.string().nullable().describe('Day of the next execution; null when none is in the queue'),
  failure: Failure.describe('Executions that the bank itself could not carry out'),
})
const DeskCancellation = z.strictObject({ id: z.string(), state: z.string(), askedAt: z.iso.datetime() })

const DeskPayment = z.strictObject({
  id: z.string(),
  bankCode: z.string(),
  software: z.string(),
  status: z.string(),
  reason: z.string().nullable(),
  personId: z.string().nullable().describe('Who consented'),
  creditorName: z.string(),
  creditorIban: z.string().describe('Masked'),
  createdAt: z.iso.datetime(),
  confirmedAt: z.iso.datetime().nullable(),
  instructions: z.array(DeskInstruction),
  cancellations: z.array(DeskCancellation),
})
const Payments = z.strictObject({ payments: z.array(DeskPayment) })
const Ledger = z.strictObject({
  balanced: z.boolean(),
  transfers: z.int(),
  sums: z.record(z.string(), z.string()).describe('Sum of all postings per currency, in minor units: zero'),
  faults: z.array(z.string()),
})

function showInstruction({ db }: Sandbox, one: Instruction): z.output<typeof DeskInstruction> {
  const failed = findFailedExecution(db, one.id)
  return only(DeskInstruction, {
    ...one,
    amount: decimalOf(one.amountMinor),
    failure: failed ? { tries: failed.tries, fault: failed.fault, parked: failed.isParked } : null,
  })
}

function showPayment(sandbox: Sandbox, payment: Payment): z.output<typeof DeskPayment> {
  return only(DeskPayment, {
    ...payment,
    software: payment.softwareId,
    creditorIban: maskIban(payment.creditorIban),
    createdAt: payment.createdAt.toISOString(),
    confirmedAt: payment.confirmedAt?.toISOString() ?? null,
    instructions: payment.instructions.map(one => showInstruction(sandbox, one)),
    cancellations: listCancellations(sandbox.db, payment.id).map(one =>
      only(DeskCancellation, { ...one, askedAt: one.askedAt.toISOString() }),
    ),
  })
}

/** The newest payment requests with their state, of one bank or of all; at most `limit`. */
export function showPayments(
  sandbox: Sandbox,
  filter: { readonly bankCode?: string | undefined; readonly limit: number },
): z.output<typeof Payments> {
  const payments = listPayments(sandbox.db, filter)
  return { payments: payments.map(payment => showPayment(sandbox, payment)) }
}

/** Checks the ledger against entries and instructions. */
export function showLedger({ db }: Sandbox): z.output<typeof Ledger> {
  const { isBalanced, transfers, sums, faults } = checkLedger(db)
  const shown = Object.entries(sums).map(([currency, sum]): [string, string] => [currency, String(sum)])
  return { balanced: isBalanced, transfers, sums: Object.fromEntries(shown), faults: [...faults] }
}

const route = routesOf('payments')

export const paymentRoutes: readonly DeskRoute[] = [
  route('GET /payments', 'listPayments', {
    summary: 'The newest payment requests, what became of their instructions, and executions that failed',
    query: z.strictObject({
      bankCode: z.enum(banks.map(({ code }) => code)).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(50),
    }),
    answer: Payments,
    run: (sandbox, { query }) => showPayments(sandbox, query),
  }),
  route('GET /ledger', 'readLedger', {
    summary: 'Whether the ledger of executed transfers balances',
    answer: Ledger,
    run: showLedger,
  }),
]
