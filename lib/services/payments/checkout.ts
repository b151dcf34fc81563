import { addMonths } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { type Money, parseAmount } from '@guichet/values/money/minor.ts'
import { isSayable } from '@guichet/values/text/sepa.ts'
import { type CreatedBetween, createdBetween } from '#lib/base/created-between.ts'
import { readPage } from '#lib/base/cursor.ts'
import type { StoreResult } from '#lib/base/idempotent-result.ts'
import { isUuid } from '#lib/base/ids.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma } from '#lib/db.ts'
import type { ApiMode } from '#lib/domain/merchant/api-key.ts'
import { isRegisteredReturnUrl } from '#lib/domain/merchant/return-url.ts'
import { type InstantChoice, wishedInstant } from '#lib/domain/payments/order/instant.ts'
import { itemise, type LineItem } from '#lib/domain/payments/order/line-items.ts'
import type { OrderStatus } from '#lib/domain/payments/order/status.ts'
import { beneficiaryAt } from '#lib/domain/payments/payee/beneficiary-change.ts'
import { readTypedIban } from '#lib/domain/payments/payee/iban.ts'
import { type InputIssue, Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import type { Actor } from '#lib/domain/who.ts'
import { requirePayable } from '#lib/services/merchant/activation.ts'
import type { CheckoutSession, CheckoutSessionInput } from '#lib/views/v1/checkout-sessions.ts'
import { requireWithinLimits } from './live-limits.ts'
import { createOrder } from './orders.ts'
import { sessionOf } from './outbox.ts'
import { listPayBanks } from './public-order.ts'

type OrderRow = Prisma.PaymentOrderGetPayload<object>

/**
 * Amount, payee and addresses are fixed here (C40, C41). Refusals: those of `requirePayable`, `requireWithinLimits`;
 * `beneficiary_missing`; `invalid_input` with every wrong member.
 */
export async function createCheckout<Result>(
  { organisationId, mode }: Actor<'checkout.create'>,
  input: CheckoutSessionInput,
  keep: StoreResult<CheckoutSession, Result>,
): Promise<Result> {
  const { execution_date: executionDate = null } = input
  return db().$transaction(async tx => {
    const organisation = await requirePayable(tx, organisationId, mode)
    const { inEffect: creditor } = beneficiaryAt(organisation, now())
    if (creditor === null) throw new Refused('beneficiary_missing')
    const instant = wishedInstant(input.instant, organisation.instant, isLater(executionDate))
    const offered = input.bank_code === undefined ? true : await isOffered(input.bank_code, mode, instant)
    const { money, items, debtorIban } = validateInput(input, organisation.returnUrls, offered)
    await requireWithinLimits(tx, organisation, { mode, amountMinor: money.amountMinor })
    const { reference } = input
    const order = await createOrder(
      organisationId,
      {
        ownerKind: 'organisation',
        kind: 'checkout',
        categoryPurpose: 'DVPM',
        mode,
        reference,
        description: input.description ?? null,
        currency: money.currency,
        lineItems: items,
        debtorIban,
        instant,
        preferredBank: input.bank_code ?? null,
        language: input.language === 'auto' ? null : input.language,
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
    return keep(tx, sessionOf(order))
  })
}

type ValidInput = { readonly money: Money; readonly items: readonly LineItem[]; readonly debtorIban: string | null }

/** What a schema can't check. */
function validateInput(input: CheckoutSessionInput, returnUrls: readonly string[], isBankOffered: boolean): ValidInput {
  const { amount, currency, execution_date: day, return_url: returnUrl, cancel_url: cancelUrl } = input
  const money = parseAmount(amount, currency)
  const payer = input.payer === undefined ? null : readTypedIban(input.payer.iban)
  const given = input.line_items?.map(({ unit_amount: unitAmount, ...item }) => ({ ...item, unitAmount }))
  const itemised = given === undefined ? null : itemise(given, currency)
  const issues: InputIssue[] = [
    ...(money === null || money.amountMinor <= 0n ? [{ field: 'amount' }] : []),
    ...(given === undefined || itemised?.sumMinor === money?.amountMinor ? [] : [{ field: 'line_items' }]),
    ...(isSayable(input.reference) ? [] : [{ field: 'reference', why: unsayable }]),
    ...(isBankOffered ? [] : [{ field: 'bank_code' }]),
    ...(payer === null || payer.check === 'sound' ? [] : [{ field: 'payer.iban' }]),
    ...((input.instant ?? 'never') === 'never' || !isLater(day) ? [] : [{ field: 'instant' }]),
    ...(isRegisteredReturnUrl(returnUrls, returnUrl) ? [] : [{ field: 'return_url' }]),
    ...(cancelUrl === undefined || isRegisteredReturnUrl(returnUrls, cancelUrl) ? [] : [{ field: 'cancel_url' }]),
    ...(day === undefined || isPayable(day) ? [] : [{ field: 'execution_date' }]),
  ]
  if (money === null || issues.length > 0) throw new Refused('invalid_input', { ...issues[0], issues })
  return { money, items: itemised?.items ?? [], debtorIban: payer?.bare ?? null }
}

export const unsayable = 'must have a letter or digit that banks carry: of the Latin, Greek or Cyrillic script'

/** In this mode, instantly if required. */
async function isOffered(code: string, mode: ApiMode, instant: InstantChoice): Promise<boolean> {
  const banks = await listPayBanks({ isTest: mode === 'test', wantsInstant: instant })
  return banks.some(({ bank }) => bank.code === code)
}

const isLater = (day: string | null | undefined) => typeof day === 'string' && day > parisDay(now())

/** Paris; within a year. */
const isPayable = (day: string) => day >= parisDay(now()) && day <= addMonths(parisDay(now()), 12)

/** Refusals: `not_found`. */
export async function readCheckout(actor: Actor<'payment.read'>, id: string): Promise<CheckoutSession> {
  const order = requireFound(await findCheckout(actor, id))
  return sessionOf(order)
}

type CheckoutQuery = {
  readonly limit: number
  readonly before: string | null
  readonly status?: OrderStatus | undefined
  readonly reference?: string | undefined
  readonly metadata?: string | undefined
  readonly created?: CreatedBetween
}

/** Newest first; `before`: the last id shown. Refusals: `invalid_input` (`cursor`). */
export async function listCheckouts(
  actor: Actor<'payment.read'>,
  { limit, before, status, reference, metadata, created = {} }: CheckoutQuery,
): Promise<{ readonly checkouts: readonly CheckoutSession[]; readonly next: string | null }> {
  const having = metadata === undefined ? {} : { OR: splitMember(metadata).map(hasMember) }
  const among = { ...checkoutsOf(actor), ...omitUndefined({ status, reference }) }
  const { page, next } = await readPage(
    { column: 'createdAt', size: limit, before, mustExist: true, find: id => findCheckout(actor, id) },
    ({ older, ...reading }) =>
      db().paymentOrder.findMany({ where: { ...among, AND: [having, createdBetween(created), older] }, ...reading }),
  )
  return { checkouts: page.map(sessionOf), next }
}

const hasMember = ([name, value]: readonly [string, string]) => ({ metadata: { path: [name], equals: value } })

/** `cart:7`: a member and its value; a colon may belong to either. */
export function splitMember(text: string): (readonly [name: string, value: string])[] {
  const colons = Array.from(text.slice(1, longestName + 1).matchAll(/:/g), ({ index }) => index + 1)
  return colons.map(at => [text.slice(0, at), text.slice(at + 1)])
}
const longestName = 40

const checkoutsOf = ({ organisationId: ownerId, mode }: Actor) => ({ ownerId, mode, kind: 'checkout' as const })

async function findCheckout(actor: Actor, id: string): Promise<OrderRow | null> {
  return isUuid(id) ? db().paymentOrder.findFirst({ where: { id, ...checkoutsOf(actor) } }) : null
}
