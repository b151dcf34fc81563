import { randomBytes } from 'node:crypto'
import { parisDay, parisInstant } from '@guichet/values/calendar/paris.ts'
import { readAmountInput } from '@guichet/values/money/amount-input.ts'
import { formatAmount, largestSepaMinor, toMoneyView } from '@guichet/values/money/minor.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { isUuid } from '#lib/base/ids.ts'
import { takeTry } from '#lib/base/rate-limit.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma, type Tx } from '#lib/db.ts'
import { payStage } from '#lib/domain/payments/order/stage.ts'
import { saleReference, saleState } from '#lib/domain/payments/order/till.ts'
import { beneficiaryAt } from '#lib/domain/payments/payee/beneficiary-change.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import type { Actor } from '#lib/domain/who.ts'
import { requirePayable, stoppedBy } from '#lib/services/merchant/activation.ts'
import type { SaleInput, SaleView, TillView } from '#lib/views/till.ts'
import { requireWithinLimits } from './live-limits.ts'
import { createOrder, withdrawLocked } from './orders.ts'
import { wherePaidSince } from './paid.ts'
import { payAddress } from './public-order.ts'
import { inOrder } from './state.ts'

/** Sales at the counter: the customer scans the payment page's code. */

const saleLimit = { limit: 600, windowSeconds: 60 * 60 }
/** The customer is there. */
const saleLifeMs = 30 * 60_000
const shownSales = 200
const shownItems = 24

const withAttempts = { attempts: { orderBy: { createdAt: 'desc' } } } as const satisfies Prisma.PaymentOrderInclude
type SaleRow = Prisma.PaymentOrderGetPayload<{ include: typeof withAttempts }>

/**
 * Refusals: those of `requirePayable`, `requireWithinLimits`; `beneficiary_missing`; `too_many_tries`; `invalid_input`
 * (`amount`, `item`).
 */
export async function sell(
  { organisationId, userId, mode }: Actor<'till.sell'>,
  input: SaleInput,
): Promise<{ readonly id: string }> {
  await takeTry(`till:${organisationId}`, saleLimit)
  return db().$transaction(async tx => {
    const organisation = await requirePayable(tx, organisationId, mode)
    const { inEffect: creditor } = beneficiaryAt(organisation, now())
    if (creditor === null) throw new Refused('beneficiary_missing')
    const item = input.item === '' ? null : await findItem(tx, { organisationId, mode }, input.item)
    const amountMinor = item?.amountMinor ?? readTyped(input)
    await requireWithinLimits(tx, organisation, { mode, amountMinor })
    const reference = saleReference(organisation.locale, parisDay(now()), [...randomBytes(5)])
    const { id } = await createOrder(
      organisationId,
      {
        ownerKind: 'organisation',
        kind: 'checkout',
        categoryPurpose: 'DVPM',
        mode,
        reference,
        description: cleanText(input.note, 140) || (item?.title ?? null),
        currency: 'EUR',
        instructions: [{ amountMinor, remittance: [reference] }],
        creditor,
        instant: organisation.instant,
        soldByUserId: userId,
        expiresAt: new Date(now().getTime() + saleLifeMs),
      },
      tx,
    )
    return { id }
  })
}

function readTyped({ amount, locale }: SaleInput): bigint {
  const read = readAmountInput(amount, locale)
  const isPayable = 'money' in read && read.money.amountMinor > 0n && read.money.amountMinor <= largestSepaMinor
  if (!isPayable) throw new Refused('invalid_input', { field: 'amount' })
  return read.money.amountMinor
}

type Till = Pick<Actor, 'organisationId' | 'mode'>

const itemsOf = ({ organisationId, mode }: Till) => ({
  organisationId,
  mode,
  isReusable: true,
  amountMinor: { not: null },
  closedAt: null,
  invoice: null,
  OR: [{ expiresAt: null }, { expiresAt: { gt: now() } }],
})

async function findItem(tx: Tx, till: Till, id: string) {
  const item = isUuid(id) ? await tx.paymentLink.findFirst({ where: { id, ...itemsOf(till) } }) : null
  if (item === null) throw new Refused('invalid_input', { field: 'item' })
  return item
}

const startOfDay = () => parisInstant(parisDay(now()), 0)
const salesOf = ({ organisationId: ownerId, mode }: Till) => ({ ownerId, mode, soldByUserId: { not: null } })
/** Past midnight a sale is seen to its end. */
const startOfSight = () => new Date(Math.min(startOfDay().getTime(), now().getTime() - 2 * saleLifeMs))
const inSight = (till: Till) => ({ ...salesOf(till), createdAt: { gte: startOfSight() } })

/** What can be sold, today's sales and last night's, and what was paid today. */
export async function readTill(actor: Actor<'till.read'>): Promise<TillView> {
  const { organisationId, mode } = actor
  const where = inSight(actor)
  const paidToday = { ...salesOf(actor), ...wherePaidSince(startOfDay()) }
  const [organisation, items, sales, paid] = await Promise.all([
    db().organisation.findUniqueOrThrow({ where: { id: organisationId } }),
    db().paymentLink.findMany({ where: itemsOf(actor), orderBy: { createdAt: 'desc' }, take: shownItems }),
    db().paymentOrder.findMany({ where, include: withAttempts, orderBy: { createdAt: 'desc' }, take: shownSales }),
    db().paymentOrder.aggregate({ where: paidToday, _sum: { amountMinor: true }, _count: true }),
  ])
  const hasAccount = beneficiaryAt(organisation, now()).inEffect !== null
  return {
    stopped: stoppedBy(organisation, mode) ?? (hasAccount ? null : 'beneficiary_missing'),
    items: items.map(({ id, title, amountMinor, currency }) => ({
      id,
      title,
      amount: toMoneyView({ amountMinor: amountMinor ?? 0n, currency }),
    })),
    sales: sales.map(viewSale),
    paid: { amount: formatAmount({ amountMinor: paid._sum.amountMinor ?? 0n, currency: 'EUR' }), currency: 'EUR' },
    paidCount: paid._count,
  }
}

/** Refusals: `not_found`, also of another day. */
export async function readSale(actor: Actor<'till.read' | 'till.cancel'>, id: string): Promise<SaleView> {
  const where = { id, ...inSight(actor) }
  const sale = requireFound(isUuid(id) && (await db().paymentOrder.findFirst({ where, include: withAttempts })))
  return viewSale(sale)
}

/** Refusals: `not_found`, `payment_under_way`, `payment_over`. */
export async function cancelSale(actor: Actor<'till.cancel'>, id: string): Promise<void> {
  await readSale(actor, id)
  await inOrder({ ownerId: actor.organisationId, orderId: id }, withdrawLocked)
}

function viewSale(sale: SaleRow): SaleView {
  const { id, publicId, reference, description, currency, createdAt, expiresAt } = sale
  return {
    id,
    publicId,
    reference,
    url: payAddress(publicId),
    amount: { amount: formatAmount(sale), currency },
    note: description,
    state: saleState(payStage(sale, sale.attempts, now())),
    at: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}
