import { isoDay } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { formatAmount, toMoneyView } from '@guichet/values/money/minor.ts'
import { cutText } from '@guichet/values/text/clean.ts'
import { readPage } from '#lib/base/cursor.ts'
import { isUuid } from '#lib/base/ids.ts'
import { db, type Prisma } from '#lib/db.ts'
import type { AttemptStatus } from '#lib/domain/payments/attempt/machine.ts'
import {
  creditStateOf,
  type ExpectedOrder,
  excessOf,
  isMissing,
  type MatchWay,
  matchWays,
  receiptOf,
  suggestOrders,
} from '#lib/domain/payments/order/reconcile.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import type { Actor } from '#lib/domain/who.ts'
import { type CsvDialect, csvDialect, neutralise } from '#lib/files/export/csv.ts'
import type {
  CreditView,
  MissingOrderView,
  ReconciliationCounts,
  ReconciliationTotals,
  ReconciliationView,
  SuggestionView,
} from '#lib/views/reconciliation.ts'
import { findLentAccount, readReconciliationAccount } from './account.ts'
import { expectedColumns, payableKinds, toExpected, withoutOrder } from './reconcile.ts'

export const creditFilters = ['all', 'unknown', 'matched', 'short', 'over'] as const
export type CreditFilter = (typeof creditFilters)[number]
export type Mode = 'test' | 'live'

const pageSize = 50
const maxMissing = 100

const inTime = [{ createdAt: 'asc' }, { id: 'asc' }] as const
const creditColumns = {
  matches: {
    where: { undoneAt: null },
    include: { order: { include: { creditMatches: { where: { undoneAt: null }, orderBy: [...inTime] } } } },
    orderBy: [...inTime],
  },
} as const satisfies Prisma.IncomingCreditInclude
type CreditRow = Prisma.IncomingCreditGetPayload<{ include: typeof creditColumns }>

type Query = {
  readonly filter: CreditFilter
  readonly before?: string | CreditRow | null
  readonly limit?: number
  /** An unknown `before` is refused. */
  readonly mustExist?: true
}

export async function listCredits(
  actor: Actor<'reconciliation.read'>,
  query: Query,
): Promise<{ readonly credits: CreditView[]; readonly next: string | null }> {
  const { page, next } = await pageCredits(actor, query)
  return { credits: page.map(viewCredit), next }
}

/** Newest first, fifty; `before`: the last id shown. */
export async function readReconciliation(
  actor: Actor<'reconciliation.read'>,
  query: Query,
): Promise<ReconciliationView> {
  const { organisationId, mode } = actor
  const account = await readReconciliationAccount(actor)
  const [sums, page, missing] = await Promise.all([
    sumUp(organisationId, mode),
    listCredits(actor, query),
    findMissing(organisationId, mode),
  ])
  const totals = addMissing(sums.totals, missing)
  const counts = { ...sums.counts, missing: missing.length }
  return { account, counts, totals, ...page, missing: missing.slice(0, maxMissing) }
}

async function pageCredits(
  { organisationId, mode }: Actor,
  { filter, before = null, limit = pageSize, ...paging }: Query,
) {
  const among = await whereOf(organisationId, mode, filter)
  const find = (id: string) => db().incomingCredit.findFirst({ where: { id, organisationId } })
  return readPage({ column: 'day', size: limit, before, find, ...paging }, ({ older, ...reading }) =>
    db().incomingCredit.findMany({
      where: { AND: [{ organisationId, mode }, among, older] },
      include: creditColumns,
      ...reading,
    }),
  )
}

async function whereOf(
  organisationId: string,
  mode: Mode,
  filter: CreditFilter,
): Promise<Prisma.IncomingCreditWhereInput> {
  const { fields } = db().paymentOrder
  const given = (order: Prisma.PaymentOrderWhereInput) => ({ matches: { some: { undoneAt: null, order } } })
  switch (filter) {
    case 'all':
      return {}
    case 'matched':
      return { matches: { some: { undoneAt: null } } }
    case 'short':
      return given({ receivedMinor: { lt: fields.amountMinor } })
    case 'over':
      return given({ receivedMinor: { gt: fields.amountMinor } })
    case 'unknown':
      return {
        OR: [{ matches: { none: { undoneAt: null } } }, { id: { in: await findPartly(organisationId, mode) } }],
      }
  }
}

/** By hand only, so they are few. */
async function findPartly(organisationId: string, mode: Mode): Promise<string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT credit."id" FROM "IncomingCredit" AS credit
    JOIN "CreditMatch" AS given ON given."creditId" = credit."id" AND given."undoneAt" IS NULL
    WHERE credit."organisationId" = ${organisationId}::uuid AND credit."mode" = ${mode}
    GROUP BY credit."id" HAVING SUM(given."amountMinor") < credit."amountMinor"
    ORDER BY credit."day" DESC, credit."id" DESC LIMIT 5000`
  return rows.map(({ id }) => id)
}

function viewCredit(row: CreditRow): CreditView {
  const { id, currency, amountMinor, endToEndId, remittance, note } = row
  const matchedMinor = row.matches.reduce((sum, match) => sum + match.amountMinor, 0n)
  const excess = row.matches.map(({ order, id: matchId }) => excessOf(order, order.creditMatches, matchId))
  return {
    id,
    endToEndId,
    remittance,
    note,
    day: isoDay(row.day),
    amount: money(amountMinor, currency),
    rest: money(amountMinor - matchedMinor, currency),
    excess: money(
      excess.reduce((sum, minor) => sum + minor, 0n),
      currency,
    ),
    state: creditStateOf(amountMinor, matchedMinor),
    matches: row.matches.map(match => ({
      id: match.id,
      orderId: match.orderId,
      reference: match.order.reference,
      amount: money(match.amountMinor, currency),
      by: wayOf(match.by),
      receipt: receiptOf(match.order),
      orderAmount: money(match.order.amountMinor, currency),
      received: money(match.order.receivedMinor, currency),
      createdAt: match.createdAt.toISOString(),
    })),
  }
}

function wayOf(text: string): MatchWay {
  const way = matchWays.find(known => known === text)
  if (way === undefined) throw new Error('a match was made in a way we do not know')
  return way
}

const money = (amountMinor: bigint, currency: string) => toMoneyView({ amountMinor, currency })

/** Text: a sum may exceed the column. Of what is over, the excess; the rest of it is received. */
type Sum = { readonly currency: string; readonly state: string; readonly count: bigint; readonly minor: string }

async function sumUp(organisationId: string, mode: Mode) {
  const sums = await db().$queryRaw<Sum[]>`
    SELECT "currency", CASE WHEN "receivedMinor" < "amountMinor" THEN 'short' ELSE 'received' END AS "state",
      COUNT(*) AS "count", SUM(LEAST("receivedMinor", "amountMinor"))::text AS "minor"
    FROM "PaymentOrder" WHERE "ownerId" = ${organisationId}::uuid AND "mode" = ${mode} AND "receivedMinor" > 0
    GROUP BY 1, 2
    UNION ALL
    SELECT "currency", 'over', COUNT(*), SUM("receivedMinor" - "amountMinor")::text
    FROM "PaymentOrder" WHERE "ownerId" = ${organisationId}::uuid AND "mode" = ${mode} AND "receivedMinor" > "amountMinor"
    GROUP BY 1
    UNION ALL
    SELECT "currency", CASE WHEN "given" > 0 THEN 'matched' ELSE 'unknown' END, COUNT(*), SUM("amountMinor" - "given")::text
    FROM (SELECT credit."currency", credit."amountMinor", COALESCE((SELECT SUM(given."amountMinor") FROM "CreditMatch" AS given
        WHERE given."creditId" = credit."id" AND given."undoneAt" IS NULL), 0)::bigint AS "given"
      FROM "IncomingCredit" AS credit
      WHERE credit."organisationId" = ${organisationId}::uuid AND credit."mode" = ${mode}) AS credits
    GROUP BY 1, 2`
  const countOf = (state: string) =>
    Number(sums.filter(sum => sum.state === state).reduce((total, { count }) => total + count, 0n))
  const counts: Omit<ReconciliationCounts, 'missing'> = {
    received: countOf('received'),
    short: countOf('short'),
    over: countOf('over'),
    unknown: countOf('unknown'),
    matched: countOf('matched'),
  }
  return { counts, totals: totalsOf(sums) }
}

function totalsOf(sums: readonly Sum[]): ReconciliationTotals[] {
  const currencies = [...new Set(sums.map(({ currency }) => currency))].toSorted()
  return currencies.map(currency => {
    const of = (...states: string[]) => {
      const minor = sums.filter(sum => sum.currency === currency && states.includes(sum.state))
      return formatAmount({ amountMinor: minor.reduce((total, sum) => total + BigInt(sum.minor), 0n), currency })
    }
    const orders = { received: of('received'), short: of('short'), over: of('over') }
    return {
      currency,
      ...orders,
      missing: formatAmount({ amountMinor: 0n, currency }),
      unknown: of('unknown', 'matched'),
    }
  })
}

function addMissing(
  totals: readonly ReconciliationTotals[],
  missing: readonly MissingOrderView[],
): ReconciliationTotals[] {
  const currencies = [...new Set([...totals.map(one => one.currency), ...missing.map(one => one.amount.currency)])]
  return currencies.toSorted().map(currency => {
    const zero = formatAmount({ amountMinor: 0n, currency })
    const known = totals.find(one => one.currency === currency)
    const nothing = { currency, received: zero, short: zero, over: zero, missing: zero, unknown: zero }
    const inMinor = missing.filter(one => one.amount.currency === currency).map(one => minorOf(one.amount.amount))
    const amountMinor = inMinor.reduce((sum, minor) => sum + minor, 0n)
    return { ...nothing, ...known, missing: formatAmount({ amountMinor, currency }) }
  })
}

/** Our own strings have all decimals. */
const minorOf = (text: string) => BigInt(text.replace('.', ''))

/** `isMissing`. */
async function findMissing(organisationId: string, mode: Mode): Promise<MissingOrderView[]> {
  const organisation = await db().organisation.findUniqueOrThrow({ where: { id: organisationId } })
  const account = await findLentAccount(organisation)
  if (!account?.lastSyncedAt || account.iban === null) return []
  const readOn = parisDay(account.lastSyncedAt)
  const rows = await db().paymentOrder.findMany({
    where: {
      ownerId: organisationId,
      mode,
      kind: { in: payableKinds },
      receivedMinor: 0,
      creditorIban: account.iban,
      status: { in: ['confirmed', 'executed', 'partly_executed'] },
      attempts: { some: { executionDate: { lt: new Date(readOn) } } },
    },
    include: { attempts: { where: { status: { in: paidStatuses } }, orderBy: { createdAt: 'desc' }, take: 1 } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: 5_000,
  })
  return rows.flatMap(row => {
    const executionDay = isoDay(row.attempts[0]?.executionDate) ?? null
    const { id: orderId, reference, amountMinor, currency, receivedMinor } = row
    const status = row.status
    if (executionDay === null || !isMissing({ status, receivedMinor, executionDay }, readOn)) return []
    return [{ orderId, reference, executionDay, status, amount: money(amountMinor, currency) }]
  })
}

const paidStatuses: AttemptStatus[] = ['confirmed', 'executed', 'partly_executed']

/** For a key, which sees one mode. Refusals: `not_found`. */
export async function readCreditOfMode(
  { organisationId, mode }: Actor<'reconciliation.read'>,
  creditId: string,
): Promise<CreditView> {
  const where = { id: creditId, organisationId, mode }
  const row = requireFound(isUuid(creditId) && (await db().incomingCredit.findFirst({ where, include: creditColumns })))
  return viewCredit(row)
}

/** `search` finds others. Refusals: `not_found`. */
export async function readCredit(
  { organisationId }: Actor<'reconciliation.read'>,
  creditId: string,
  search = '',
): Promise<{ readonly credit: CreditView; readonly suggestions: readonly SuggestionView[] }> {
  const row = isUuid(creditId)
    ? await db().incomingCredit.findFirst({ where: { id: creditId, organisationId }, include: creditColumns })
    : null
  if (!row) throw new Refused('not_found')
  const credit = viewCredit(row)
  const wanted = cutText(search.trim(), 140)
  const { mode, currency } = row
  const named = wanted === '' ? undefined : { contains: wanted, mode: 'insensitive' as const }
  const newest = { orderBy: { createdAt: 'desc' }, take: 500 } as const
  const [orders, invoices] = await Promise.all([
    db().paymentOrder.findMany({
      where: {
        ownerId: organisationId,
        mode,
        currency,
        kind: { in: payableKinds },
        ...omitUndefined({ reference: named }),
      },
      include: expectedColumns,
      ...newest,
    }),
    db().invoice.findMany({
      where: { organisationId, mode, currency, link: withoutOrder, ...omitUndefined({ number: named }) },
      include: { link: true },
      ...newest,
    }),
  ])
  const line = { ...row, day: credit.day }
  const many = wanted === '' ? {} : { count: 20, withPaid: true }
  const unopened = new Set(invoices.map(({ linkId }) => linkId))
  const others = orders.filter(({ linkId }) => linkId === null || !unopened.has(linkId))
  const expected = [...others.map(toExpected), ...invoices.map(toUnopened)]
  const chosen = suggestOrders(line, minorOf(credit.rest.amount), expected, many)
  const suggestions = chosen.map(one =>
    viewSuggestion(one, invoices.some(({ id }) => id === one.id) ? 'invoice' : 'payment'),
  )
  return { credit, suggestions }
}

function toUnopened(invoice: Prisma.InvoiceGetPayload<{ include: { link: true } }>): ExpectedOrder {
  const { id, number, link, amountMinor, currency, createdAt, issuedOn } = invoice
  const namedOn = isoDay(issuedOn) ?? parisDay(createdAt)
  return {
    id,
    amountMinor: link?.amountMinor ?? amountMinor,
    receivedMinor: 0n,
    currency,
    reference: number ?? '',
    structuredReference: '',
    namedOn,
    createdOn: namedOn,
    endToEndIds: [],
    isExecuted: false,
    isOver: false,
  }
}

function viewSuggestion(order: ExpectedOrder, of: SuggestionView['of']): SuggestionView {
  const { id, reference, amountMinor, receivedMinor, currency, createdOn } = order
  const due = amountMinor > receivedMinor ? amountMinor - receivedMinor : 0n
  return {
    of,
    id,
    reference,
    createdOn,
    amount: money(amountMinor, currency),
    due: money(due, currency),
  }
}

/** RFC 4180 or French, streamed, a row per match or unmatched credit, neutralised (C47). */
export async function* exportReconciliation(
  actor: Actor<'reconciliation.export'>,
  dialect: CsvDialect,
): AsyncGenerator<string> {
  const csv = csvDialect(dialect)
  yield csv.head(csv.words.credits)
  for (let before: CreditRow | null = null; ; ) {
    const { page, last }: Awaited<ReturnType<typeof pageCredits>> = await pageCredits(actor, { filter: 'all', before })
    for (const credit of page) yield rowsOf(viewCredit(credit), csv)
    if (last === null) return
    before = last
  }
}

function rowsOf(credit: CreditView, { words, write, amount, day }: ReturnType<typeof csvDialect>): string {
  const { creditWords: word } = words
  const { currency } = credit.amount
  const leftMinor = minorOf(credit.rest.amount) + minorOf(credit.excess.amount)
  const start = [
    day(credit.day),
    amount(credit.amount.amount),
    currency,
    word[credit.state],
    amount(formatAmount({ amountMinor: leftMinor, currency })),
  ]
  const text = [neutralise(credit.endToEndId ?? ''), neutralise(credit.remittance.join(' | '))]
  const note = neutralise(credit.note ?? '')
  if (credit.matches.length === 0) return write([...start, ...text, '', '', '', '', note])
  return write(
    ...credit.matches.map(({ reference, amount: given, by, receipt }) => [
      ...start,
      ...text,
      neutralise(reference),
      amount(given.amount),
      word[by],
      word[receipt],
      note,
    ]),
  )
}
