import { randomUUID } from 'node:crypto'
import { now } from '#lib/clock.ts'
import { db, type Prisma } from '#lib/db.ts'
import { beneficiaryAt } from '#lib/domain/beneficiary-change.ts'
import { formatAmount, parseAmount } from '#lib/domain/money.ts'
import { noPaymentFilter } from '#lib/domain/payment-filter.ts'
import type { OrderSummaryView, OrderView } from '#lib/domain/payment-view.ts'
import { parisDay } from '#lib/domain/quota.ts'
import { Refused } from '#lib/domain/refused.ts'
import { isRegisteredReturnUrl } from '#lib/domain/return-url.ts'
import type {
  CancelInput,
  Cancellation,
  CheckoutSession,
  CheckoutSessionInput,
  Event,
  Page,
  Payment,
  PaymentQuery,
  PaymentSummary,
} from '#lib/domain/v1-schemas.ts'
import { readEnv } from '#lib/env.ts'
import { isUuid } from '#lib/services/ids.ts'
import {
  type CancellationCheck,
  readCancellation,
  startCancellation,
} from '#lib/services/payments/payment-cancellations.ts'
import { pagePayments } from '#lib/services/payments/payment-list.ts'
import { createOrder, withdrawOrder } from '#lib/services/payments/payment-orders.ts'
import { readOrder } from '#lib/services/payments/payment-read.ts'
import { currentOrigin } from '#lib/trace.ts'
import type { KeyHolder } from './api-keys.ts'
import type { Keep } from './idempotency.ts'

/** What a merchant's program does with payments. Who asks was checked by its key; a key sees its own mode and nothing else. */

type OrderRow = Prisma.PaymentOrderGetPayload<object>

/**
 * Makes a checkout session: an order whose amount, payee and addresses to return to are fixed here (C40, C41). Its answer is
 * kept in the same transaction, so that a repeated request never makes a second one.
 * Refusals: `beneficiary_missing`; `invalid_input` naming `amount`, `return_url`, `cancel_url` or `execution_date`.
 */
export async function createCheckout(
  { organisationId, mode }: KeyHolder,
  input: CheckoutSessionInput,
  keep: Keep,
): Promise<CheckoutSession> {
  const money = parseAmount(input.amount, input.currency)
  if (money === null || money.amountMinor <= 0n) throw new Refused('invalid_input', { field: 'amount' })
  const { execution_date: executionDate = null } = input
  if (executionDate !== null) requireDay(executionDate)
  return db().$transaction(async tx => {
    const organisation = await tx.organisation.findUniqueOrThrow({ where: { id: organisationId } })
    const { returnUrls } = organisation
    const { inEffect: creditor } = beneficiaryAt(organisation, now())
    if (creditor === null) throw new Refused('beneficiary_missing')
    requireRegistered(returnUrls, input.return_url, 'return_url')
    if (input.cancel_url !== undefined) requireRegistered(returnUrls, input.cancel_url, 'cancel_url')
    const { reference } = input
    const order = await createOrder(
      organisationId,
      {
        ...{ ownerKind: 'organisation', kind: 'checkout', categoryPurpose: 'DVPM', mode, reference },
        description: input.description ?? null,
        currency: money.currency,
        instructions: [{ amountMinor: money.amountMinor, remittance: [reference] }],
        creditor,
        returnUrl: input.return_url,
        cancelUrl: input.cancel_url ?? null,
        metadata: input.metadata ?? null,
        executionDate,
        expiresAt: new Date(now().getTime() + input.expires_in * 1000),
      },
      tx,
    )
    const session = viewSession(order)
    await keep(tx, { status: 201, body: session })
    return session
  })
}

const furthestDayMs = 366 * 24 * 60 * 60_000

/** Today in Paris or a day of the year to come. */
function requireDay(day: string): void {
  const isSound = day >= parisDay(now()) && Date.parse(day) <= now().getTime() + furthestDayMs
  if (!isSound) throw new Refused('invalid_input', { field: 'execution_date' })
}

function requireRegistered(registered: readonly string[], url: string, field: string): void {
  if (!isRegisteredReturnUrl(registered, url)) throw new Refused('invalid_input', { field })
}

/** One checkout session. Refusals: `not_found`. */
export async function readCheckout({ organisationId, mode }: KeyHolder, id: string): Promise<CheckoutSession> {
  const where = { id, ownerId: organisationId, mode, kind: 'checkout' }
  const order = isUuid(id) ? await db().paymentOrder.findFirst({ where }) : null
  if (!order) throw new Refused('not_found')
  return viewSession(order)
}

type PageWish = { readonly limit: number; readonly cursor?: string | undefined }

/** Checkout sessions, newest first. Refusals: `invalid_input` (field `cursor`). */
export async function listCheckouts(
  { organisationId, mode }: KeyHolder,
  { limit, cursor }: PageWish,
): Promise<Page<CheckoutSession>> {
  const filter = { ...noPaymentFilter, kind: 'checkout' as const }
  const page = await pagePayments(organisationId, { mode, filter, limit, cursor: readCursor(cursor) })
  const ids = page.payments.map(({ id }) => id)
  const rows = await db().paymentOrder.findMany({
    where: { id: { in: ids }, ownerId: organisationId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  return { object: 'list', data: rows.map(viewSession), next_cursor: writeCursor(page.next) }
}

/** Payments, newest first. Refusals: `invalid_input` (field `cursor`). */
export async function listPaymentsOf(
  { organisationId, mode }: KeyHolder,
  query: PaymentQuery,
): Promise<Page<PaymentSummary>> {
  const filter = {
    ...noPaymentFilter,
    ...{ q: query.search ?? '', status: query.status ?? null, kind: query.kind ?? null },
    ...{ from: query.created_from ?? null, to: query.created_to ?? null },
  }
  const wish = { mode, filter, limit: query.limit, cursor: readCursor(query.cursor) }
  const page = await pagePayments(organisationId, wish)
  return { object: 'list', data: page.payments.map(viewSummaryV1), next_cursor: writeCursor(page.next) }
}

/** One payment with attempts and timeline. Refusals: `not_found`. */
export async function readPaymentV1({ organisationId, mode }: KeyHolder, id: string): Promise<Payment> {
  const order = await readOrder(organisationId, id)
  if (order.mode !== mode) throw new Refused('not_found')
  return viewPayment(order)
}

/** The bank says that the payment can't be cancelled: each condition by name. */
export type NotCancellable = { readonly outcome: 'not_cancellable'; readonly check: CancellationCheck }

/**
 * Takes a payment back while nobody agreed to it; asks the bank otherwise, where the payer has to agree (document 2, note 6).
 * Refusals: `not_found`, `payment_over`, `bank_unavailable`, `bank_refused`.
 */
export async function cancelPaymentV1(
  { organisationId: ownerId, mode, createdByUserId }: KeyHolder,
  orderId: string,
  { reason, instruction_ids: instructionIds }: CancelInput,
): Promise<Cancellation | NotCancellable> {
  const where = { id: orderId, ownerId, mode }
  if (!isUuid(orderId) || (await db().paymentOrder.count({ where })) === 0) throw new Refused('not_found')
  const said = { object: 'cancellation', payment_id: orderId } as const
  try {
    await withdrawOrder(ownerId, orderId)
    return { ...said, outcome: 'withdrawn', redirect_url: null }
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'payment_under_way') throw error
  }
  const place = { ownerId, orderId }
  // No payer is there: a program asks. The payer's own request reaches the bank from the bank's own page.
  const check = await readCancellation(place, instructionIds, null)
  if (!check.mayCancel) return { outcome: 'not_cancellable', check }
  const wish = { reason, instructionIds, presence: null, askedByUserId: createdByUserId }
  const { redirectTo } = await startCancellation(place, wish)
  return { ...said, outcome: 'redirect', redirect_url: redirectTo }
}

/** What webhooks were told, newest first. Refusals: `invalid_input` (field `cursor`). */
export async function listEventsOf(
  { organisationId, mode }: KeyHolder,
  { limit, cursor }: PageWish,
): Promise<Page<Event>> {
  const after = readCursor(cursor)
  const last = after === null ? null : await findMessage(organisationId, mode, after)
  if (after !== null && last === null) throw new Refused('invalid_input', { field: 'cursor' })
  const older = last
    ? { OR: [{ createdAt: { lt: last.createdAt } }, { createdAt: last.createdAt, id: { lt: last.id } }] }
    : {}
  const rows = await db().webhookMessage.findMany({
    where: { organisationId, mode, ...older },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  })
  const page = rows.slice(0, limit)
  const next = rows.length > limit ? (page.at(-1)?.id ?? null) : null
  return { object: 'list', data: page.map(viewEvent), next_cursor: writeCursor(next) }
}

/** One event by its `msg_…` id. Refusals: `not_found`. */
export async function readEventOf({ organisationId, mode }: KeyHolder, id: string): Promise<Event> {
  const row = id.startsWith('msg_') ? await findMessage(organisationId, mode, id.slice(4)) : null
  if (!row) throw new Refused('not_found')
  return viewEvent(row)
}

async function findMessage(organisationId: string, mode: string, id: string) {
  return isUuid(id) ? db().webhookMessage.findFirst({ where: { id, organisationId, mode } }) : null
}

/** The origin that the API is served at. */
export function readApiOrigin(): string {
  return readEnv('APP_URL')
}

/** Cursors say nothing to a client: what is in them may change. */
export function writeCursor(next: string | null): string | null {
  return next === null ? null : Buffer.from(next).toString('base64url')
}

/** What a cursor of ours holds; null without one. Refusals: `invalid_input` (field `cursor`) for what none of ours can be. */
export function readCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null
  const held = Buffer.from(cursor, 'base64url').toString()
  if (held === '' || writeCursor(held) !== cursor) throw new Refused('invalid_input', { field: 'cursor' })
  return held
}

/** The id of a request: the client's own where it is one, else the one that our log has. */
export function requestIdOf(header: string | null): string {
  if (header !== null && /^[A-Za-z0-9._-]{1,64}$/.test(header)) return header
  return currentOrigin() ?? randomUUID()
}

function viewSession(order: OrderRow): CheckoutSession {
  const { id, publicId, status, reference, description, currency } = order
  return {
    ...{ id, object: 'checkout_session', url: `${readEnv('APP_URL')}/pay/${publicId}` },
    mode: order.mode === 'live' ? 'live' : 'test',
    status: status as CheckoutSession['status'],
    amount: formatAmount(order),
    ...{ currency, reference, description },
    return_url: order.returnUrl,
    cancel_url: order.cancelUrl,
    metadata: metadataOf(order.metadata),
    execution_date: order.executionDate?.toISOString().slice(0, 10) ?? null,
    created_at: order.createdAt.toISOString(),
    expires_at: order.expiresAt?.toISOString() ?? null,
  }
}

function metadataOf(stored: unknown): Record<string, string> {
  return stored === null || typeof stored !== 'object' ? {} : (stored as Record<string, string>)
}

function viewSummaryV1(order: OrderSummaryView): PaymentSummary {
  const { id, kind, mode, status, reference, description, amount } = order
  return {
    ...{ id, object: 'payment', kind, mode, status, ...amount, reference, description },
    bank_code: order.bankCode,
    bank_name: order.bankName,
    created_at: order.createdAt,
    finished_at: order.finishedAt,
    expires_at: order.expiresAt,
  }
}

function viewPayment(order: OrderView): Payment {
  const [latest] = order.attempts
  return {
    ...viewSummaryV1(order),
    creditor: { name: order.creditorName, iban: order.creditorIban, bic: order.creditorBic },
    metadata: order.metadata ?? {},
    link_id: order.linkId,
    refund_of: order.refundOfId,
    bank_status: latest?.bankStatus ?? null,
    bank_reason: latest?.bankReason ?? null,
    attempts: order.attempts.map(viewAttemptV1),
    timeline: order.timeline.map(({ seq: sequence, at, type, by, attemptId, detail }) => ({
      ...{ sequence, at, type, by, attempt_id: attemptId },
      bank_status: typeof detail.status === 'string' ? detail.status : null,
    })),
  }
}

function viewAttemptV1(attempt: OrderView['attempts'][number]): Payment['attempts'][number] {
  const { id, status, reason } = attempt
  return {
    ...{ id, bank_code: attempt.bankCode, bank_name: attempt.bankName, status, reason },
    bank_status: attempt.bankStatus,
    bank_reason: attempt.bankReason,
    debtor_iban: attempt.debtorIban,
    execution_date: attempt.executionDate,
    instructions: attempt.instructions.map(one => ({
      instruction_id: one.instructionId,
      end_to_end_id: one.endToEndId,
      ...{ ...one.amount, remittance: one.remittance },
      bank_status: one.bankStatus,
      bank_reason: one.bankReason,
    })),
    cancellations: attempt.cancellations.map(one => ({
      ...{ id: one.id, reason: one.reason, status: one.status },
      created_at: one.createdAt,
      ended_at: one.endedAt,
    })),
    created_at: attempt.createdAt,
    authorised_at: attempt.authorisedAt,
    confirmed_at: attempt.confirmedAt,
    finished_at: attempt.finishedAt,
  }
}

function viewEvent({ id, payload }: { readonly id: string; readonly payload: string }): Event {
  const { type, timestamp, sequence, data } = JSON.parse(payload) as Omit<Event, 'id' | 'object'>
  return { id: `msg_${id}`, object: 'event', type, sequence, timestamp, data }
}
