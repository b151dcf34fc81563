import { randomUUID } from 'node:crypto'
import { isoDay } from '@guichet/values/calendar/day.ts'
import { parisInstant } from '@guichet/values/calendar/paris.ts'
import { formatAmount, parseAmount, toMoneyView } from '@guichet/values/money/minor.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { singleLine, typedMultiLine, typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { type CreatedBetween, createdBetween } from '#lib/base/created-between.ts'
import { readPage } from '#lib/base/cursor.ts'
import type { StoreResult } from '#lib/base/idempotent-result.ts'
import { isUuid } from '#lib/base/ids.ts'
import { takeTry } from '#lib/base/rate-limit.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma, type Tx } from '#lib/db.ts'
import { isRegisteredReturnUrl } from '#lib/domain/merchant/return-url.ts'
import {
  amountOf,
  findTermsFault,
  type LinkState,
  linkReference,
  linkState,
  normalisePrefix,
  prefixOf,
} from '#lib/domain/payments/link/state.ts'
import { attemptRefusal, isFinalOrder, isReceived } from '#lib/domain/payments/order/status.ts'
import { beneficiaryAt } from '#lib/domain/payments/payee/beneficiary-change.ts'
import { shownPayee } from '#lib/domain/payments/payee/trade-name.ts'
import { parseEmail } from '#lib/domain/people/email.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import type { Actor } from '#lib/domain/who.ts'
import { readEnv } from '#lib/env.ts'
import { languageOf, listMailsAbout } from '#lib/services/mail/queue.ts'
import type { MailRules } from '#lib/services/mail/sending.ts'
import { requirePayable, stoppedBy } from '#lib/services/merchant/activation.ts'
import { reachOf } from '#lib/services/merchant/actor.ts'
import { brandOf, senderOf } from '#lib/services/merchant/brand-view.ts'
import { auditOrganisation } from '#lib/services/merchant/organisations.ts'
import { queueFromOrganisation, refuseUnlessMailed } from '#lib/services/people/outside-mails.ts'
import type { MailOutcome, MailView } from '#lib/views/mail.ts'
import type { LinkView, PublicLinkView } from '#lib/views/organisation.ts'
import { lockLink } from './invoice-links.ts'
import { requireWithinLimits, requireWithinPaymentLimit } from './live-limits.ts'
import { createOrder, withdrawLocked } from './orders.ts'
import { usingUp, wherePaid, whereUsedUp } from './paid.ts'
import { newUnguessableId } from './secrets.ts'
import { lockOrder, refreshOrder } from './state.ts'

const creationLimit = { limit: 200, windowSeconds: 60 * 60 }
/** A poster is scanned often. */
const openLimit = { limit: 600, windowSeconds: 600 }
/** Then the link makes another. */
const orderLifeMs = 24 * 60 * 60_000
const pageSize = 50

type LinkRow = Prisma.PaymentLinkGetPayload<object> & { readonly invoice?: { readonly id: string } | null }
/** Changed with it (`services/invoices`). */
const ofNoInvoice = { invoice: null } as const

/** Decimal strings, may be empty; `expiresAt` ISO 8601. */
export const LinkInput = z.strictObject({
  title: typedSingleLine(300),
  description: typedMultiLine(1000).default(''),
  amount: singleLine(20).default(''),
  min: singleLine(20).default(''),
  max: singleLine(20).default(''),
  isReusable: z.boolean(),
  referencePrefix: typedSingleLine(100).default(''),
  returnUrl: typedSingleLine(600).default(''),
  expiresAt: z.iso.datetime({ offset: true }).nullable().default(null),
  /** Last Paris day. */
  expiresOn: z.iso.date().nullable().default(null),
})
export type LinkInput = z.infer<typeof LinkInput>

/**
 * Refusals: those of `requirePayable`; `payment_limit_reached`; `too_many_tries`; `invalid_input` with every wrong
 * member (`beneficiary`, `returnUrl`: C41).
 */
export async function createLink<Result>(
  { organisationId, userId, mode }: Actor<'link.change'>,
  input: LinkInput,
  keep: StoreResult<LinkView, Result>,
): Promise<Result> {
  const organisation = await requirePayable(db(), organisationId, mode)
  if (beneficiaryAt(organisation, now()).inEffect === null) throw new Refused('invalid_input', { field: 'beneficiary' })
  const data = validateLink(input, organisation.returnUrls)
  requireWithinPaymentLimit(organisation, { mode, amountMinor: data.amountMinor ?? data.minMinor ?? 0n })
  await takeTry(`links:${organisationId}`, creationLimit)
  return db().$transaction(async tx => {
    const origin = { organisationId, mode, createdByUserId: userId, createdAt: now(), slug: newUnguessableId() }
    const link = await tx.paymentLink.create({ data: { ...data, ...origin } })
    const detail = { linkId: link.id }
    await auditOrganisation(tx, { userId, organisationId, action: 'payment_link.created', detail })
    return keep(tx, viewLink(link, { isPaid: false, paid: 0 }))
  })
}

function refuse(isWrong: boolean, field: string) {
  if (isWrong) throw new Refused('invalid_input', { field })
}

function validateTitle(typed: string): string {
  const title = cleanText(typed, 140)
  refuse(title === '', 'title')
  return title
}

const validateDescription = (typed: string) => cleanText(typed, 500) || null

function validateEnd(input: Pick<LinkInput, 'expiresAt' | 'expiresOn'>) {
  const expiresAt = endOf(input)
  refuse(expiresAt !== null && expiresAt <= now(), 'expiresAt')
  return { expiresAt }
}

/** Names all that are wrong. */
function validateLink(input: LinkInput, returnUrls: readonly string[]) {
  const { isReusable, returnUrl } = input
  const title = cleanText(input.title, 140)
  const [amountMinor, minMinor, maxMinor] = [minorOf(input.amount), minorOf(input.min), minorOf(input.max)]
  const expiresAt = endOf(input)
  const wrong = {
    title: title === '',
    amount: amountMinor === undefined,
    min: minMinor === undefined,
    max: maxMinor === undefined,
    expiresAt: expiresAt !== null && expiresAt <= now(),
    referencePrefix: cleanText(input.referencePrefix, 100) !== '' && normalisePrefix(input.referencePrefix) === '',
    returnUrl: returnUrl !== '' && !isRegisteredReturnUrl(returnUrls, returnUrl),
  }
  const terms = { amountMinor: amountMinor ?? null, minMinor: minMinor ?? null, maxMinor: maxMinor ?? null }
  const fault = findTermsFault(terms)
  if (fault !== null) wrong[fault] = true
  const issues = Object.entries(wrong).flatMap(([field, isWrong]) => (isWrong ? [{ field }] : []))
  if (issues.length > 0) throw new Refused('invalid_input', { ...issues[0], issues })
  return {
    title,
    expiresAt,
    isReusable,
    ...terms,
    description: validateDescription(input.description),
    referencePrefix: normalisePrefix(input.referencePrefix) || null,
    returnUrl: returnUrl || null,
  }
}

function endOf({ expiresAt, expiresOn }: Pick<LinkInput, 'expiresAt' | 'expiresOn'>): Date | null {
  if (expiresAt !== null) return new Date(expiresAt)
  if (expiresOn === null) return null
  const nextDay = isoDay(new Date(Date.parse(expiresOn) + 24 * 60 * 60_000))
  return parisInstant(nextDay, 0)
}

/** Null: none; undefined: no amount. */
function minorOf(text: string): bigint | null | undefined {
  return text === '' ? null : parseAmount(text, 'EUR')?.amountMinor
}

type LinkQuery = {
  readonly before?: string | null
  readonly limit?: number
  readonly state?: LinkState | undefined
  readonly referencePrefix?: string | undefined
  readonly created?: CreatedBetween
  /** Without those made from a file, which have a page of their own. */
  readonly isSingle?: true
}

/** Newest first, fifty; `before`: the last id shown. */
export async function listLinks(
  { organisationId, mode }: Actor<'link.read'>,
  { before = null, limit = pageSize, state, referencePrefix, created = {}, isSingle }: LinkQuery = {},
): Promise<{ links: LinkView[]; next: string | null }> {
  const find = (id: string) => db().paymentLink.findFirst({ where: { id, organisationId } })
  const among = {
    organisationId,
    mode,
    ...ofNoInvoice,
    ...(referencePrefix !== undefined && { referencePrefix: normalisePrefix(referencePrefix) }),
    ...(isSingle && { batchRow: null }),
  }
  const states = state === undefined ? {} : inState(state)
  const { page, next } = await readPage(
    { column: 'createdAt', size: limit, before, mustExist: true, find },
    ({ older, ...reading }) =>
      db().paymentLink.findMany({ where: { ...among, AND: [states, createdBetween(created), older] }, ...reading }),
  )
  return { links: await viewLinks(organisationId, page), next }
}

export async function viewLinks(organisationId: string, rows: readonly LinkRow[]): Promise<LinkView[]> {
  const counts = await countOrders(db(), organisationId, rows)
  return rows.map(row => viewLink(row, counts.get(row.id) ?? { isPaid: false, paid: 0 }))
}

/** As `linkState`. */
function inState(state: LinkState): Prisma.PaymentLinkWhereInput {
  if (state === 'closed') return { closedAt: { not: null } }
  const used: Prisma.PaymentLinkWhereInput = {
    isReusable: false,
    orders: { some: whereUsedUp() },
  }
  const lasts = state === 'expired' ? { expiresAt: { lte: now() } } : expiresLater()
  return { closedAt: null, ...(state === 'used' ? used : { AND: lasts, NOT: used }) }
}

const expiresLater = () => ({ OR: [{ expiresAt: null }, { expiresAt: { gt: now() } }] })

/** Refusals: `not_found`. */
export async function readLink(
  actor: Actor<'link.read' | 'link.change' | 'link.mail'>,
  linkId: string,
): Promise<LinkView> {
  const { row, counts } = await findLink(db(), actor, linkId)
  return viewLink(row, counts)
}

async function findLink(tx: Tx, actor: Actor, linkId: string, among: Prisma.PaymentLinkWhereInput = {}) {
  const where = { id: linkId, ...reachOf(actor), ...among }
  const include = { invoice: { select: { id: true } } }
  const row = requireFound(isUuid(linkId) && (await tx.paymentLink.findFirst({ where, include })))
  const counts = await countOrders(tx, row.organisationId, [row])
  return { row, counts: counts.get(row.id) ?? { isPaid: false, paid: 0 } }
}

/** The amount is fixed: payers have seen it. */
export const LinkChange = LinkInput.pick({ title: true, description: true }).extend({
  /** Null removes, absent leaves. */
  expiresOn: z.iso.date().nullable().optional(),
})
type LinkChange = Partial<z.infer<typeof LinkChange>> & {
  /** Instead of `expiresOn`. */
  readonly expiresAt?: string | null
}

/**
 * Absent members and orders stay; a later expiry opens it again. Refusals: `not_found`, `invalid_input` (`title`,
 * `expiresAt`, `link`).
 */
export async function changeLink(
  actor: Actor<'link.change'>,
  linkId: string,
  { title, description, expiresAt, expiresOn }: LinkChange,
): Promise<LinkView> {
  const { organisationId, userId } = actor
  const isEndKept = expiresAt === undefined && expiresOn === undefined
  return db().$transaction(async tx => {
    const { row, counts } = await findLink(tx, actor, linkId, ofNoInvoice)
    const { state } = viewLink(row, counts)
    if (state === 'closed' || state === 'used') throw new Refused('invalid_input', { field: 'link' })
    const data = {
      ...omitUndefined({
        title: title === undefined ? undefined : validateTitle(title),
        description: description === undefined ? undefined : validateDescription(description),
      }),
      ...(isEndKept ? {} : validateEnd({ expiresAt: expiresAt ?? null, expiresOn: expiresOn ?? null })),
    }
    const { count } = await tx.paymentLink.updateMany({ where: { id: linkId, organisationId, closedAt: null }, data })
    if (count === 0) throw new Refused('invalid_input', { field: 'link' })
    await auditOrganisation(tx, { userId, organisationId, action: 'payment_link.changed', detail: { linkId } })
    return viewLink({ ...row, ...data }, counts)
  })
}

/** No further orders. Idempotent. Refusals: `not_found`. */
export async function closeLink(actor: Actor<'link.change'>, linkId: string): Promise<LinkView> {
  const { organisationId, userId } = actor
  return db().$transaction(async tx => {
    const { row, counts } = await findLink(tx, actor, linkId, ofNoInvoice)
    const closed = { ...row, closedAt: row.closedAt ?? now() }
    const where = { id: linkId, organisationId, closedAt: null }
    const { count } = await tx.paymentLink.updateMany({ where, data: { closedAt: closed.closedAt } })
    if (count > 0) {
      await auditOrganisation(tx, { userId, organisationId, action: 'payment_link.closed', detail: { linkId } })
    }
    return viewLink(closed, counts)
  })
}

/** Refusals: `not_found`, `invalid_input` (`email`, `link`, `email.test`, `email.name`), `too_many_tries`. */
export async function sendLink(
  actor: Actor<'link.mail'>,
  linkId: string,
  typed: string,
): Promise<{ readonly mail: MailOutcome }> {
  const { organisationId, userId: byUserId } = actor
  const { row, counts } = await findLink(db(), actor, linkId, ofNoInvoice)
  const link = viewLink(row, counts)
  const to = parseEmail(typed)
  if (to === null) throw new Refused('invalid_input', { field: 'email' })
  if (link.state !== 'open') throw new Refused('invalid_input', { field: 'link' })
  const organisation = await db().organisation.findUniqueOrThrow({ where: { id: organisationId } })
  const outcome = await queueLink(link, { organisation, to, byUserId, key: randomUUID() })
  refuseUnlessMailed(outcome)
  return { mail: outcome }
}

type LinkMail = {
  readonly organisation: Prisma.OrganisationGetPayload<object>
  readonly to: string
  readonly byUserId: string
  /** One mail each. */
  readonly key: string
}

/** Anything but `queued` says why not. Refusals: `too_many_tries`. */
export async function queueLink(
  { id, title, amount, url: page, mode }: LinkView,
  { organisation, to, byUserId, key }: LinkMail,
): Promise<MailOutcome> {
  const { id: organisationId, name, locale } = organisation
  const values = { organisation: name, title, amount, isTest: mode === 'test' }
  const words = { template: 'link', values, page, sender: senderOf(organisation) } as const
  const about = { kind: 'link', aboutId: id, key: `link:${id}:${key}` } as const
  const mail = { ...about, parties: { organisationId, to }, language: languageOf(locale), words }
  return queueFromOrganisation(db(), mail, { mode, byUserId })
}

export async function listLinkMails({ organisationId }: Actor<'link.mail'>, linkId: string): Promise<MailView[]> {
  return (await listMailsAbout({ organisationId }, { kind: 'link', aboutIds: [linkId] })).slice(0, 10)
}

const shownOfInvoice = {
  number: true,
  dueOn: true,
  amountMinor: true,
  creditedMinor: true,
  creditNotes: { select: { number: true, amountMinor: true }, orderBy: { createdAt: 'asc' } },
} satisfies Prisma.InvoiceSelect

/** Refusals: `not_found`. */
export async function showLink(slug: string): Promise<PublicLinkView> {
  const link = await findBySlug(slug)
  const rest = await restOf(db(), link)
  const row = rest ?? link
  const organisation = await db().organisation.findUniqueOrThrow({ where: { id: row.organisationId } })
  const counts = await countOrders(db(), row.organisationId, [row])
  const { mode, state, title, description, amount, min, max } = viewLink(
    row,
    counts.get(row.id) ?? { isPaid: false, paid: 0 },
  )
  const { locale } = organisation
  const where = { linkId: row.id, organisationId: row.organisationId }
  const invoice = await db().invoice.findUnique({ where, select: shownOfInvoice })
  // The rest arrived by hand.
  const isSettled =
    (state === 'open' && rest === null) ||
    (state === 'closed' && invoice !== null && invoice.creditedMinor < invoice.amountMinor)
  const stopped = stoppedBy(organisation, mode)
  const merchant = brandOf(organisation)
  return {
    slug,
    mode,
    state: isSettled ? 'used' : state,
    ...shownPayee(organisation.name, beneficiaryAt(organisation, now()).inEffect?.name ?? organisation.name),
    merchant,
    title,
    description,
    amount,
    min,
    max,
    currency: row.currency,
    locale,
    stopped,
    invoice: invoice && {
      number: invoice.number ?? '',
      dueOn: isoDay(invoice.dueOn),
      creditNotes: invoice.creditNotes.map(({ number, amountMinor }) => ({
        number,
        total: formatAmount({ amountMinor, currency: row.currency }),
      })),
    },
  }
}

/**
 * Returns its public id (`/pay/<publicId>`). `amount`: decimal, if the link leaves it open. Single use: one open
 * order, returned again or withdrawn for another amount. Refusals: `not_found`, `payment_over`, `payment_under_way`,
 * `invalid_input` (`amount.<fault>`), `too_many_tries`; `requirePayable`'s, `requireWithinLimits`'.
 */
export async function openLink(slug: string, amount: string | null = null): Promise<{ readonly publicId: string }> {
  const { id, organisationId } = await findBySlug(slug)
  await takeTry(`link:${id}`, openLimit)
  return db().$transaction(async tx => {
    await lockLink(tx, id)
    const link = await restOf(tx, await tx.paymentLink.findUniqueOrThrow({ where: { id, organisationId } }))
    if (link === null || linkState(link, false, now()) !== 'open') throw new Refused('payment_over')
    const money = amountOf(link, amount)
    if (typeof money === 'string') throw new Refused('invalid_input', { field: `amount.${money}` })
    const waiting = link.isReusable ? null : await findWaiting(tx, link, money.amountMinor)
    return waiting ?? makeOrder(tx, link, money.amountMinor)
  })
}

/** Of a fixed amount that is paid once, parts may have come for orders that were over. Null: all of it. */
async function restOf(tx: Tx, link: LinkRow): Promise<LinkRow | null> {
  if (link.isReusable || link.amountMinor === null) return link
  const { _sum } = await tx.paymentOrder.aggregate({
    where: { linkId: link.id, ownerId: link.organisationId, status: { in: ['cancelled', 'expired'] } },
    _sum: { receivedMinor: true },
  })
  const amountMinor = link.amountMinor - (_sum.receivedMinor ?? 0n)
  return amountMinor > 0n ? { ...link, amountMinor } : null
}

/** Null: another can be made. One past its time binds while its payer may be at the bank. */
async function findWaiting(tx: Tx, link: LinkRow, amountMinor: bigint): Promise<{ publicId: string } | null> {
  const where = { linkId: link.id, ownerId: link.organisationId }
  const orders = await tx.paymentOrder.findMany({ where, orderBy: { createdAt: 'desc' } })
  if (orders.some(one => isUsedUp(one.status) || isReceived(one))) throw new Refused('payment_over')
  for (const { id: orderId, ownerId } of orders.filter(one => !isFinalOrder(one.status))) {
    const order = requireFound(await lockOrder(tx, { ownerId, orderId }))
    const status = await refreshOrder(tx, order)
    if (isFinalOrder(status)) continue
    const attempts = await tx.paymentAttempt.findMany({ where: { orderId, ownerId } })
    const isAway = attemptRefusal(order, attempts, now()) === 'expired'
    if (status !== 'open' || isAway) throw new Refused('payment_under_way')
    if (order.amountMinor === amountMinor) return { publicId: order.publicId }
    await withdrawLocked(tx, order, 'payer')
  }
  return null
}

const isUsedUp = (status: string) => usingUp.some(one => one === status)

async function makeOrder(tx: Tx, link: LinkRow, amountMinor: bigint): Promise<{ publicId: string }> {
  const organisation = await requirePayable(tx, link.organisationId, link.mode)
  const { inEffect: creditor } = beneficiaryAt(organisation, now())
  if (creditor === null) throw new Refused('payment_over')
  await requireWithinLimits(tx, organisation, { mode: link.mode, amountMinor })
  const { uses } = await tx.paymentLink.update({
    where: { id: link.id, organisationId: link.organisationId },
    data: { uses: { increment: 1 } },
    select: { uses: true },
  })
  const prefix = link.referencePrefix ?? prefixOf(link.title, link.id)
  const reference = linkReference(prefix, uses, link.isReusable)
  const endsAt = new Date(now().getTime() + orderLifeMs)
  const { publicId } = await createOrder(
    link.organisationId,
    {
      ownerKind: 'organisation',
      kind: 'link',
      categoryPurpose: 'DVPM',
      mode: link.mode,
      reference,
      description: link.description ?? link.title,
      currency: link.currency,
      instructions: [{ amountMinor, remittance: [reference] }],
      creditor,
      instant: organisation.instant,
      returnUrl: link.returnUrl,
      linkId: link.id,
      expiresAt: link.expiresAt !== null && link.expiresAt < endsAt ? link.expiresAt : endsAt,
    },
    tx,
  )
  return { publicId }
}

async function findBySlug(slug: string): Promise<LinkRow> {
  const row = /^[A-Za-z0-9_-]{22}$/.test(slug) ? await db().paymentLink.findUnique({ where: { slug } }) : null
  if (!row) throw new Refused('not_found')
  return row
}

type Counts = { readonly isPaid: boolean; readonly paid: number }

async function countOrders(tx: Tx, organisationId: string, links: readonly LinkRow[]): Promise<Map<string, Counts>> {
  const where = { ownerId: organisationId, linkId: { in: links.map(({ id }) => id) } }
  const count = async (among: Prisma.PaymentOrderWhereInput) => {
    const rows = await tx.paymentOrder.groupBy({ by: ['linkId'], where: { ...where, ...among }, _count: true })
    return new Map(rows.map(({ linkId, _count }) => [linkId, _count]))
  }
  const [paid, used] = [await count(wherePaid()), await count(whereUsedUp())]
  return new Map(links.map(({ id }) => [id, { isPaid: used.has(id), paid: paid.get(id) ?? 0 }]))
}

function viewLink(row: LinkRow, { isPaid, paid }: Counts): LinkView {
  const { id, slug, title, description, isReusable, referencePrefix, returnUrl, uses, currency } = row
  const money = (amountMinor: bigint | null) => (amountMinor === null ? null : toMoneyView({ amountMinor, currency }))
  const state: LinkState = linkState(row, isPaid, now())
  return {
    id,
    slug,
    state,
    title,
    description,
    isReusable,
    referencePrefix,
    returnUrl,
    uses,
    paid,
    url: new URL(`/l/${slug}`, readEnv('APP_URL')).href,
    mode: row.mode,
    invoiceId: row.invoice?.id ?? null,
    amount: money(row.amountMinor),
    min: money(row.minMinor),
    max: money(row.maxMinor),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
  }
}

/** While it can be paid. */
export const linkMailRules: MailRules<'link'> = {
  link: async (ownerId, id) => {
    const link = await db().paymentLink.findFirst({ where: { id, organisationId: ownerId } })
    if (link === null) return false
    const counts = await countOrders(db(), ownerId, [link])
    return linkState(link, counts.get(id)?.isPaid ?? false, now()) === 'open'
  },
}
