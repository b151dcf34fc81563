import { isoDay } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { formatAmount } from '@guichet/values/money/minor.ts'
import { cutText } from '@guichet/values/text/clean.ts'
import { readPage } from '#lib/base/cursor.ts'
import { isUuid } from '#lib/base/ids.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma, type Tx } from '#lib/db.ts'
import { CreditContent, InvoiceContent } from '#lib/domain/invoices/content.ts'
import { creditLeft, readCredited } from '#lib/domain/invoices/credit.ts'
import { type InvoiceState, invoiceState } from '#lib/domain/invoices/lifecycle.ts'
import { sumInvoice, writeSum } from '#lib/domain/invoices/totals.ts'
import { paidBy } from '#lib/domain/payments/order/paid.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import type { Actor } from '#lib/domain/who.ts'
import { readEnv } from '#lib/env.ts'
import { type CsvDialect, csvDialect, neutralise } from '#lib/files/export/csv.ts'
import { listMailsAbout } from '#lib/services/mail/queue.ts'
import { wherePaid } from '#lib/services/payments/paid.ts'
import type { CreditNoteView, InvoiceMailView, InvoiceSummary, InvoiceView } from '#lib/views/invoice.ts'

const pageSize = 50
const withAll = {
  creditNotes: { orderBy: { createdAt: 'asc' } },
  reminders: { orderBy: { createdAt: 'asc' } },
  link: {
    select: {
      slug: true,
      closedAt: true,
      orders: { select: { status: true, amountMinor: true, receivedMinor: true } },
    },
  },
} as const satisfies Prisma.InvoiceInclude
export type InvoiceRow = Prisma.InvoiceGetPayload<{ include: typeof withAll }>

type Owner = Pick<Actor, 'organisationId'>

/** In either mode. Refusals: `not_found`. */
export async function findInvoice(tx: Tx, { organisationId }: Owner, invoiceId: string): Promise<InvoiceRow> {
  const where = { id: invoiceId, organisationId }
  return requireFound(isUuid(invoiceId) && (await tx.invoice.findFirst({ where, include: withAll })))
}

/** Refusals: `not_found`. */
export async function lockInvoice(tx: Tx, { organisationId }: Owner, invoiceId: string): Promise<void> {
  if (!isUuid(invoiceId)) throw new Refused('not_found')
  await tx.$queryRaw`
    SELECT "id" FROM "Invoice" WHERE "id" = ${invoiceId}::uuid AND "organisationId" = ${organisationId}::uuid FOR UPDATE`
}

export async function findDraft(tx: Tx, actor: Actor, invoiceId: string): Promise<InvoiceRow> {
  const row = await findInvoice(tx, actor, invoiceId)
  if (row.number !== null) throw new Refused('not_found')
  return row
}

export function stateOf(row: InvoiceRow): InvoiceState {
  const orders = row.link?.orders ?? []
  // Closed: all credited, or the rest arrived by hand.
  const isPaid = row.link?.closedAt != null || orders.some(one => paidBy(one) !== null)
  return invoiceState({ ...row, dueOn: dayOf(row.dueOn) }, isPaid, parisDay(now()))
}

export const dayOf = (day: Date) => isoDay(day)
const dayOrNull = (day: Date | null) => day && dayOf(day)

/** Refusals: `not_found`. */
export async function readInvoice(
  actor: Actor<'invoice.read' | 'invoice.draft'>,
  invoiceId: string,
): Promise<InvoiceView> {
  return viewInvoice(await findInvoice(db(), actor, invoiceId))
}

/** For a key, which sees one mode. Refusals: `not_found`. */
export async function readInvoiceOfMode(actor: Actor<'invoice.read'>, invoiceId: string): Promise<InvoiceView> {
  const invoice = await readInvoice(actor, invoiceId)
  if (invoice.mode !== actor.mode) throw new Refused('not_found')
  return invoice
}

export function viewInvoice(row: InvoiceRow): InvoiceView {
  const content = InvoiceContent.parse(row.content)
  const { currency } = row
  const sum = sumInvoice(content.lines, currency)
  if ('fault' in sum) throw new Error('an invoice was stored whose lines have no sum')
  return {
    ...summarise(row),
    content,
    sums: writeSum(sum, currency),
    customerEmail: row.customerEmail,
    url: row.link && linkAddress(row.link.slug),
    linkId: row.linkId,
    creditNotes: row.creditNotes.map(viewCreditNote),
    remindedAt: row.reminders.map(({ createdAt }) => createdAt.toISOString()),
    lineLeft: creditLeft(creditable(row)).lineMinor.map(amountMinor => formatAmount({ amountMinor, currency })),
  }
}

export function viewCreditNote({ number, issuedOn, content }: InvoiceRow['creditNotes'][number]): CreditNoteView {
  return { number, issuedOn: dayOf(issuedOn), content: CreditContent.parse(content) }
}

export function creditable({ content, currency, creditNotes }: InvoiceRow) {
  const notes = creditNotes.map(one => CreditContent.parse(one.content))
  return { lines: InvoiceContent.parse(content).lines, currency, earlier: readCredited(notes, currency) }
}

/** Less credit notes and what arrived by hand. */
export function dueOf({ amountMinor, creditedMinor, currency, link }: InvoiceRow): string {
  const received = (link?.orders ?? []).reduce((sum, { receivedMinor }) => sum + receivedMinor, 0n)
  const due = amountMinor - creditedMinor - received
  return formatAmount({ amountMinor: due > 0n ? due : 0n, currency })
}

const leftOf = ({ amountMinor, creditedMinor, currency }: InvoiceRow) =>
  formatAmount({ amountMinor: amountMinor - creditedMinor, currency })

function summarise(row: InvoiceRow): InvoiceSummary {
  const { id, mode, number, customerName, currency } = row
  return {
    id,
    mode,
    state: stateOf(row),
    number,
    customerName,
    total: formatAmount(row),
    credited: formatAmount({ amountMinor: row.creditedMinor, currency }),
    left: leftOf(row),
    currency,
    issuedOn: dayOrNull(row.issuedOn),
    dueOn: dayOf(row.dueOn),
  }
}

export const linkAddress = (slug: string) => new URL(`/l/${slug}`, readEnv('APP_URL')).href

type InvoiceQuery = {
  readonly before?: string | InvoiceRow | null
  readonly state?: InvoiceState | undefined
  /** Part of a number, a customer's name or their order's number. */
  readonly search?: string | undefined
  readonly limit?: number
  /** An unknown `before` is refused. */
  readonly mustExist?: true
}

/** Newest first, fifty by default; `before`: the last id shown. */
export async function listInvoices(
  actor: Actor<'invoice.read'>,
  query: InvoiceQuery = {},
): Promise<{ readonly invoices: InvoiceSummary[]; readonly next: string | null }> {
  const { page, next } = await pageInvoices(actor, query)
  return { invoices: page.map(summarise), next }
}

function pageInvoices(
  { organisationId, mode }: Actor<'invoice.read' | 'invoice.export'>,
  { before = null, state, search = '', limit = pageSize, ...paging }: InvoiceQuery,
) {
  const find = (id: string) => db().invoice.findFirst({ where: { id, organisationId } })
  const among = [state === undefined ? {} : inState(state), search.trim() === '' ? {} : named(search.trim())]
  return readPage({ column: 'createdAt', size: limit, before, find, ...paging }, ({ older, ...reading }) =>
    db().invoice.findMany({ where: { organisationId, mode, AND: [...among, older] }, include: withAll, ...reading }),
  )
}

function named(search: string): Prisma.InvoiceWhereInput {
  const contains = { contains: cutText(search, 140), mode: 'insensitive' } as const
  const ordered = { path: ['purchaseOrder'], string_contains: contains.contains }
  return { OR: [{ number: contains }, { customerName: contains }, { content: ordered }] }
}

/** RFC 4180 or French, streamed, a row per invoice, neutralised (C47). */
export async function* exportInvoices(
  actor: Actor<'invoice.export'>,
  dialect: CsvDialect,
  query: Pick<InvoiceQuery, 'state' | 'search'>,
): AsyncGenerator<string> {
  const csv = csvDialect(dialect)
  yield csv.head(csv.words.invoices)
  for (let before: InvoiceRow | null = null; ; ) {
    const { page, last }: Awaited<ReturnType<typeof pageInvoices>> = await pageInvoices(actor, { ...query, before })
    for (const one of page) yield rowOf(summarise(one), csv)
    if (last === null) return
    before = last
  }
}

function rowOf(invoice: InvoiceSummary, { words, write, amount, day }: ReturnType<typeof csvDialect>): string {
  const { number, state, issuedOn, dueOn, customerName, total, credited, left, currency } = invoice
  const amounts = [total, credited, left].map(amount)
  const head = [neutralise(number ?? ''), words.invoiceStates[state], day(issuedOn), day(dueOn)]
  return write([...head, neutralise(customerName), ...amounts, currency])
}

/** As `stateOf`. */
function inState(state: InvoiceState): Prisma.InvoiceWhereInput {
  if (state === 'draft') return { number: null }
  const { amountMinor } = db().invoice.fields
  if (state === 'cancelled') return { number: { not: null }, creditedMinor: { gte: amountMinor } }
  const paid = { link: { OR: [{ closedAt: { not: null } }, { orders: { some: wherePaid() } }] } }
  const sent = { number: { not: null }, creditedMinor: { lt: amountMinor } }
  if (state === 'paid') return { ...sent, ...paid }
  const today = new Date(parisDay(now()))
  return { ...sent, NOT: paid, dueOn: state === 'overdue' ? { lt: today } : { gte: today } }
}

export async function listInvoiceMails(actor: Actor<'invoice.send'>, invoiceId: string): Promise<InvoiceMailView[]> {
  const { id, organisationId, number, creditNotes } = await findInvoice(db(), actor, invoiceId)
  const owner = { organisationId }
  const [ofInvoice, ofNotes] = await Promise.all([
    listMailsAbout(owner, { kind: 'invoice', aboutIds: [id] }),
    listMailsAbout(owner, { kind: 'credit_note', aboutIds: creditNotes.map(one => one.id) }),
  ])
  const numbers = new Map([[id, number], ...creditNotes.map(one => [one.id, one.number] as const)])
  return [...ofInvoice, ...ofNotes]
    .toSorted((one, other) => other.at.localeCompare(one.at))
    .slice(0, 10)
    .map(({ aboutId, ...mail }) => ({ ...mail, number: numbers.get(aboutId) ?? '' }))
}
