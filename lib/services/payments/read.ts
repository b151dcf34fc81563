import { isoDay } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { maskIban } from '@guichet/values/money/iban-text.ts'
import { toMoneyView } from '@guichet/values/money/minor.ts'
import { z } from 'zod'
import { isUuid } from '#lib/base/ids.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma } from '#lib/db.ts'
import { isUnanswered, isUnread, readableUntil } from '#lib/domain/payments/attempt/machine.ts'
import { lineItemsOf } from '#lib/domain/payments/order/line-items.ts'
import { paidBy } from '#lib/domain/payments/order/paid.ts'
import { failedTry, payStage } from '#lib/domain/payments/order/stage.ts'
import { refundTry } from '#lib/domain/payments/refund/rules.ts'
import { requireFound } from '#lib/domain/refusals/refused.ts'
import type { AttemptView, OrderSummaryView, OrderView } from '#lib/views/payment.ts'
import { MismatchView, OrderView as OrderSchema } from '#lib/views/payment.ts'
import { toAttemptFacts, unreadableSinceOf } from './state.ts'

const whole = {
  attempts: {
    include: { instructions: { orderBy: { position: 'asc' } }, cancellations: { orderBy: { createdAt: 'desc' } } },
    orderBy: { createdAt: 'desc' },
  },
  events: { orderBy: { seq: 'asc' } },
} as const satisfies Prisma.PaymentOrderInclude

type Whole = Prisma.PaymentOrderGetPayload<{ include: typeof whole }>
type Summary = Prisma.PaymentOrderGetPayload<{ include: { attempts: true } }>

/** The payer's IBAN for the payer, or if agreed (PSD2 art. 66); of a refund the payee's. Refusals: `not_found`. */
export async function readOrder(ownerId: string, orderId: string): Promise<OrderView> {
  const order = requireFound(
    isUuid(orderId) && (await db().paymentOrder.findFirst({ where: { id: orderId, ownerId }, include: whole })),
  )
  return viewOrder(order, await bankNames())
}

/** By code: few, and every list needs them. */
export async function bankNames(): Promise<ReadonlyMap<string, string>> {
  const banks = await db().bank.findMany({ select: { code: true, name: true } })
  return new Map(banks.map(({ code, name }) => [code, name]))
}

/** The schemas leave out what is not shown. */
function viewOrder(order: Whole, names: ReadonlyMap<string, string>): OrderView {
  const showsIban = order.ownerKind === 'person' || order.payerShowsIban
  return OrderSchema.parse({
    ...order,
    ...viewSummary(order, names),
    creditorIban: order.kind === 'refund' && !order.payerShowsIban ? maskIban(order.creditorIban) : order.creditorIban,
    lineItems: lineItemsOf(order.lineItems),
    verification: verificationOf(order),
    executionDate: dayOf(order.executionDate),
    attempts: order.attempts.map(attempt => viewAttempt(attempt, names, showsIban)),
    timeline: order.events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
  } satisfies Record<keyof OrderView, unknown>)
}

function verificationOf({ payeeAnswer: answer, payeeMatchedName: matchedName, payeeVerifiedAt: at }: Whole) {
  return answer === null || at === null ? null : { answer, matchedName, verifiedAt: at.toISOString() }
}

/** Attempts newest first. */
export function viewSummary(order: Summary, names: ReadonlyMap<string, string>): OrderSummaryView {
  const [attempt] = order.attempts
  const bankCode = attempt?.bankCode ?? null
  const { id, publicId, mode, kind, status, reference, description, creditorName } = order
  return {
    id,
    publicId,
    reference,
    description,
    creditorName,
    bankCode,
    mode,
    kind,
    status,
    amount: toMoneyView(order),
    paidBy: paidBy(order),
    received: order.receivedAt === null ? null : toMoneyView({ ...order, amountMinor: order.receivedMinor }),
    receivedAt: order.receivedAt?.toISOString() ?? null,
    bankName: bankCode === null ? null : (names.get(bankCode) ?? bankCode),
    lastTry:
      kind === 'refund' && attempt ? refundTry({ status, attempt: toAttemptFacts(attempt) }, parisDay(now())) : null,
    failedTry: kind === 'refund' ? null : failedTry(payStage(order, order.attempts, now())),
    createdAt: order.createdAt.toISOString(),
    finishedAt: order.finishedAt?.toISOString() ?? null,
    expiresAt: order.expiresAt?.toISOString() ?? null,
  }
}

function viewAttempt(attempt: Whole['attempts'][number], names: ReadonlyMap<string, string>, showsIban: boolean) {
  return {
    ...attempt,
    bankName: names.get(attempt.bankCode) ?? attempt.bankCode,
    mismatches: z.array(MismatchView).catch([]).parse(attempt.mismatch),
    debtorIban: showsIban ? attempt.debtorIban : null,
    executionDate: dayOf(attempt.executionDate),
    instructions: attempt.instructions.map(one => ({ ...one, amount: toMoneyView(one) })),
    cancellations: attempt.cancellations.map(one => ({
      ...one,
      createdAt: one.createdAt.toISOString(),
      endedAt: one.endedAt?.toISOString() ?? null,
    })),
    createdAt: attempt.createdAt.toISOString(),
    authorisedAt: attempt.authorisedAt?.toISOString() ?? null,
    confirmedAt: attempt.confirmedAt?.toISOString() ?? null,
    finishedAt: attempt.finishedAt?.toISOString() ?? null,
    expiresAt: attempt.expiresAt.toISOString(),
    unanswered: unansweredOf(attempt),
    isUnread: isUnread(attempt),
    unreadableSince: unreadableSinceOf(attempt),
  } satisfies Record<keyof AttemptView, unknown>
}

function unansweredOf(attempt: Whole['attempts'][number]): AttemptView['unanswered'] {
  if (attempt.confirmingAt === null || !isUnanswered(attempt, now())) return null
  return { since: attempt.confirmingAt.toISOString(), until: readableUntil(attempt.createdAt).toISOString() }
}

const dayOf = (date: Date | null) => isoDay(date) ?? null
