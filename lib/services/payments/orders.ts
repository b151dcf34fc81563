import {
  type CategoryPurpose,
  findRequestFaults,
  frequencies,
  type PaymentRequest,
  type Recurrence,
  totalOf,
} from '@guichet/stet/terms/payment-request.ts'
import { isoDay } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { structuredReference } from '@guichet/values/money/structured-reference.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { toSepa } from '@guichet/values/text/sepa.ts'
import { z } from 'zod'
import { inParallel } from '#lib/base/in-parallel.ts'
import { now } from '#lib/clock.ts'
import { db, Prisma, type Tx } from '#lib/db.ts'
import type { InstantChoice } from '#lib/domain/payments/order/instant.ts'
import type { LineItem } from '#lib/domain/payments/order/line-items.ts'
import { attemptRefusal, isFinalOrder, waitingAttempts } from '#lib/domain/payments/order/status.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { PayeeVerificationView } from '#lib/views/transfer.ts'
import { newReferenceBody, newUnguessableId } from './secrets.ts'
import { appendEvent, inOrder, type OrderRow, refreshOrder } from './state.ts'

const Instructions = z.array(z.object({ amountMinor: z.string(), remittance: z.array(z.string()) })).min(1)
const StoredRecurrence = z.object({
  frequency: z.enum(frequencies),
  executionRule: z.enum(['FWNG', 'PREC']),
  endDate: z.string().nullable(),
})

export type NewInstruction = { readonly amountMinor: bigint; readonly remittance: readonly string[] }

export type NewOrder = {
  readonly ownerKind: 'organisation' | 'person'
  readonly mode: 'test' | 'live'
  readonly kind: 'checkout' | 'link' | 'transfer' | 'refund'
  readonly reference: string
  readonly description?: string | null
  readonly currency: string
  readonly lineItems?: readonly LineItem[]
  readonly instructions: readonly NewInstruction[]
  readonly creditor: PaymentRequest['creditor']
  readonly verification?: PayeeVerificationView | null
  readonly categoryPurpose: CategoryPurpose
  /** Null: when paid. */
  readonly executionDate?: string | null
  readonly instant?: InstantChoice
  readonly preferredBank?: string | null
  /** Null: the payer's own. */
  readonly language?: 'fr' | 'en' | null
  readonly recurrence?: Recurrence | null
  readonly debtorIban?: string | null
  readonly debtorAccountId?: string | null
  readonly returnUrl?: string | null
  readonly cancelUrl?: string | null
  readonly metadata?: Readonly<Record<string, string>> | null
  readonly linkId?: string | null
  readonly refundOfId?: string | null
  /** At the till. */
  readonly soldByUserId?: string | null
  readonly expiresAt: Date | null
}

/**
 * Every check the bank would make (bank:D56). Amount, payee and reference are fixed here only (C40). Sends nothing;
 * `tx` commits with the caller's. Refusals: `invalid_input`.
 */
export async function createOrder(ownerId: string, input: NewOrder, tx: Tx = db()): Promise<OrderRow> {
  const total = totalOf(input.instructions.map(one => ({ amount: { ...one, currency: input.currency } })))
  if (total === null) throw new Refused('invalid_input', { field: 'instructions' })
  // A person's is sent as approved.
  const sent = (text: string) =>
    input.ownerKind === 'organisation' ? toSepa(cleanText(text, 140), 140) : cleanText(text, 140)
  const order = await tx.paymentOrder.create({
    data: {
      ownerId,
      ownerKind: input.ownerKind,
      mode: input.mode,
      kind: input.kind,
      publicId: newUnguessableId(),
      reference: cleanText(input.reference, 140),
      structuredReference: structuredReference(newReferenceBody()),
      description: input.description ? cleanText(input.description, 500) : null,
      amountMinor: total.amountMinor,
      currency: total.currency,
      creditorName: sent(input.creditor.name),
      creditorIban: input.creditor.iban,
      creditorBic: input.creditor.bic,
      payeeAnswer: input.verification?.answer ?? null,
      payeeMatchedName: input.verification?.matchedName ?? null,
      payeeVerifiedAt: input.verification?.verifiedAt ?? null,
      categoryPurpose: input.categoryPurpose,
      lineItems: input.lineItems?.length ? [...input.lineItems] : Prisma.DbNull,
      instructions: input.instructions.map(({ amountMinor, remittance }) => ({
        amountMinor: String(amountMinor),
        remittance: remittance.map(sent),
      })),
      ...choicesOf(input),
      expiresAt: input.expiresAt,
      createdAt: now(),
    },
  })
  refuseFaults(requestOf(order, { initiatingPartyName: input.creditor.name, executionDate: null }))
  await appendEvent(tx, order, 'order.created', { by: 'owner' })
  return { ...order, eventCount: 1 }
}

/** What the owner may leave open. */
function choicesOf(input: NewOrder) {
  return {
    executionDate: input.executionDate ? new Date(input.executionDate) : null,
    instant: input.instant ?? 'never',
    preferredBank: input.preferredBank ?? null,
    language: input.language ?? null,
    recurrence: input.recurrence ? { ...input.recurrence } : Prisma.DbNull,
    debtorIban: input.debtorIban ?? null,
    debtorAccountId: input.debtorAccountId ?? null,
    returnUrl: input.returnUrl ?? null,
    cancelUrl: input.cancelUrl ?? null,
    metadata: input.metadata ? { ...input.metadata } : Prisma.DbNull,
    linkId: input.linkId ?? null,
    refundOfId: input.refundOfId ?? null,
    soldByUserId: input.soldByUserId ?? null,
  } satisfies Partial<Prisma.PaymentOrderUncheckedCreateInput>
}

export function refuseFaults(request: PaymentRequest): void {
  const [fault] = findRequestFaults(request, parisDay(now()))
  if (fault) throw new Refused('invalid_input', { field: fault.field })
}

type Ids = {
  readonly paymentInformationId: string
  readonly instructions: readonly { readonly instructionId: string; readonly endToEndId: string }[]
}

/** Without `ids` numbers stand in, to check an order without attempt. */
export function requestOf(
  order: OrderRow,
  {
    initiatingPartyName,
    executionDate,
    ids,
    isInstant = order.instant !== 'never',
    debtorIban = order.debtorIban,
    debtorIdentification = null,
  }: {
    readonly initiatingPartyName: string
    /** Null: the order's, or today. */
    readonly executionDate: string | null
    readonly ids?: Ids
    readonly isInstant?: boolean
    readonly debtorIban?: string | null
    readonly debtorIdentification?: string | null
  },
): PaymentRequest {
  const day = executionDate ?? isoDay(order.executionDate) ?? parisDay(now())
  return {
    paymentInformationId: ids?.paymentInformationId ?? '0',
    categoryPurpose: order.categoryPurpose === 'CASH' ? 'CASH' : 'DVPM',
    createdAt: now(),
    executionDate: day,
    isInstant,
    recurrence: order.recurrence === null ? null : StoredRecurrence.parse(order.recurrence),
    initiatingPartyName,
    creditor: { name: order.creditorName, iban: order.creditorIban, bic: order.creditorBic },
    debtorIban,
    debtorIdentification,
    instructions: Instructions.parse(order.instructions).map(({ amountMinor, remittance }, at) => ({
      instructionId: ids?.instructions[at]?.instructionId ?? String(at),
      endToEndId: ids?.instructions[at]?.endToEndId ?? String(at),
      amount: { amountMinor: BigInt(amountMinor), currency: order.currency },
      remittance,
    })),
  }
}

/** Never in the past. */
export function executionDayOf(order: Pick<OrderRow, 'executionDate'>): string {
  const today = parisDay(now())
  const wanted = isoDay(order.executionDate) ?? today
  const [, later = today] = [wanted, today].toSorted()
  return later
}

/** A payer at the bank is no longer confirmed, also past its time. Refusals: `not_found`, `payment_under_way`, `payment_over`. */
export function withdrawOrder(ownerId: string, orderId: string): Promise<void> {
  return inOrder({ ownerId, orderId }, withdrawLocked)
}

export async function withdrawLocked(tx: Tx, order: OrderRow, by: 'owner' | 'payer' = 'owner'): Promise<void> {
  const { id: orderId, ownerId } = order
  const attempts = await tx.paymentAttempt.findMany({ where: { orderId, ownerId } })
  const refusal = attemptRefusal(order, attempts, now())
  if (refusal === 'being_paid' || refusal === 'paid' || refusal === 'held') throw new Refused('payment_under_way')
  if (isFinalOrder(await refreshOrder(tx, order))) throw new Refused('payment_over')
  await tx.paymentOrder.update({ where: { id: orderId, ownerId }, data: { cancelledAt: now() } })
  await appendEvent(tx, order, 'order.withdrawn', { by })
  await refreshOrder(tx, order)
}

/** Returns how many. */
export async function sweepExpiredOrders(limit = 100): Promise<number> {
  const due = await db().paymentOrder.findMany({
    where: {
      status: 'open',
      expiresAt: { lte: now() },
      receivedAt: null,
      // A payer is at the bank: the order ends with that attempt (domain/payments/order/status.ts).
      attempts: { none: { status: { in: [...waitingAttempts] } } },
    },
    select: { id: true, ownerId: true },
    orderBy: { expiresAt: 'asc' },
    take: limit,
  })
  await inParallel(due, 1, ({ id: orderId, ownerId }) =>
    inOrder({ ownerId, orderId }, async (tx, order) => {
      if (isFinalOrder(order.status)) return
      await refreshOrder(tx, order)
    }),
  )
  return due.length
}
