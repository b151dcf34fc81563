import type { Presence } from '@guichet/stet/terms/presence.ts'
import { dayMs, isoDay } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { newestFirst, olderThan } from '#lib/base/cursor.ts'
import { inParallel } from '#lib/base/in-parallel.ts'
import { hashOf } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma } from '#lib/db.ts'
import type { ApiMode } from '#lib/domain/merchant/api-key.ts'
import {
  type ExpectedOrder,
  findStructuredReferences,
  matchCredits,
  pairKey,
  wholeWords,
} from '#lib/domain/payments/order/reconcile.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Actor } from '#lib/domain/who.ts'
import { openLink } from '#lib/services/payments/links.ts'
import { refreshConnection } from '#lib/services/refresh/connection.ts'
import { findLentAccount, type LentAccount } from './account.ts'
import { dropCredit, matchCredit } from './matches.ts'

/** Idempotent. */

/** At once. */
const maxCredits = 2_000

/** Only the account's owner can refresh it. Refusals: those of a refresh. */
export async function reconcileNow(
  { userId, organisationId }: Actor<'credit.read'>,
  presence: Presence,
): Promise<number> {
  const organisation = await db().organisation.findUniqueOrThrow({ where: { id: organisationId } })
  const account = await findLentAccount(organisation)
  if (account !== null && account.userId === userId) {
    await refreshConnection({ userId }, account.connectionId, presence)
  }
  return reconcileOrganisation(organisationId)
}

/** Each credit is locked and checked again. Returns how many. */
export async function reconcileOrganisation(organisationId: string): Promise<number> {
  const at = now()
  const organisation = await db().organisation.findUniqueOrThrow({ where: { id: organisationId } })
  const account = await findLentAccount(organisation)
  await dropTakenBack(organisationId)
  if (account !== null) {
    await copyCredits(organisation, account)
    await noteDebits(organisation, account)
  }
  const matched = await matchOpenCredits(organisationId)
  await db().organisation.update({ where: { id: organisationId }, data: { reconciledAt: at } })
  return matched
}

async function dropTakenBack(organisationId: string): Promise<void> {
  const where = { organisationId, takenBack: true }
  const credits = await db().incomingCredit.findMany({ where, select: { id: true }, orderBy: { id: 'asc' } })
  for (const { id } of credits) await dropCredit(organisationId, id).catch(ignoreRefusal)
}

type Organisation = Prisma.OrganisationGetPayload<object>

/** The key has the IBAN: the same through another login. */
async function copyCredits({ id, createdAt }: Organisation, account: LentAccount): Promise<void> {
  if (!account.mayTransactions || account.gone || account.iban === null) return
  const mode = account.connection.bank.platform === 'sandbox' ? 'test' : 'live'
  const prefix = hashOf(`${id} ${account.iban} ${account.currency}`).slice(0, 16)
  await db().$executeRaw`
    INSERT INTO "IncomingCredit" ("id", "organisationId", "accountId", "key", "mode", "amountMinor", "currency", "day",
      "endToEndId", "remittance", "createdAt")
    SELECT gen_random_uuid(), ${id}::uuid, line."accountId", ${prefix} || ':' || line."key", ${mode}, line."amountMinor",
      line."currency", line."day", line."endToEndId", line."remittance", ${now()}
    FROM "Transaction" AS line
    WHERE line."accountId" = ${account.id}::uuid AND line."userId" = ${account.userId}::uuid AND line."booked"
      AND line."amountMinor" > 0 AND line."importId" IS NULL AND line."day" >= ${parisDay(createdAt)}::date
      AND NOT EXISTS (SELECT 1 FROM "IncomingCredit" AS known
        WHERE known."organisationId" = ${id}::uuid AND known."key" = ${prefix} || ':' || line."key")
    ON CONFLICT DO NOTHING`
}

/** Of a line that is ours by its end-to-end id, its day; no other debit is copied. */
async function noteDebits({ id }: Organisation, account: LentAccount): Promise<void> {
  if (!account.mayTransactions || account.gone || account.iban === null) return
  const mode = account.connection.bank.platform === 'sandbox' ? 'test' : 'live'
  await db().$executeRaw`
    UPDATE "PaymentOrder" AS o SET "debitedOn" = line."day"
    FROM "PaymentAttempt" AS a JOIN "PaymentInstruction" AS i ON i."attemptId" = a."id"
    JOIN "Transaction" AS line ON line."endToEndId" = i."endToEndId"
    WHERE o."ownerId" = ${id}::uuid AND o."mode" = ${mode} AND o."kind" = 'refund' AND o."status" = 'executed'
      AND o."debitedOn" IS NULL AND o."debtorIban" = ${account.iban} AND a."orderId" = o."id" AND a."status" = 'executed'
      AND line."accountId" = ${account.id}::uuid AND line."userId" = ${account.userId}::uuid AND line."booked"
      AND line."importId" IS NULL AND line."amountMinor" = -o."amountMinor" AND line."currency" = o."currency"`
}

async function matchOpenCredits(organisationId: string): Promise<number> {
  let matched = 0
  for (const mode of ['test', 'live'] as const) {
    for (let last: Credit | null = null; ; ) {
      const credits: OpenCredit[] = await readOpenCredits(organisationId, mode, last)
      if (credits.length === 0) break
      matched += await matchSome(organisationId, mode, credits)
      last = credits.at(-1) ?? null
    }
  }
  return matched
}

function readOpenCredits(organisationId: string, mode: ApiMode, last: Credit | null) {
  return db().incomingCredit.findMany({
    where: { organisationId, mode, matches: { none: { undoneAt: null } }, ...olderThan('day', last) },
    include: { matches: { select: { orderId: true } } },
    orderBy: newestFirst('day'),
    take: maxCredits,
  })
}
type OpenCredit = Awaited<ReturnType<typeof readOpenCredits>>[number]

async function matchSome(organisationId: string, mode: ApiMode, credits: readonly OpenCredit[]): Promise<number> {
  const lines = credits.map(({ day, ...credit }) => ({ ...credit, day: isoDay(day) }))
  const refused = new Set(credits.flatMap(({ id, matches }) => matches.map(one => pairKey(id, one.orderId))))
  await expectInvoices(organisationId, mode, credits, refused)
  let matched = 0
  for (const match of matchCredits(lines, await findExpected(organisationId, mode, credits), refused)) {
    if (await matchCredit(organisationId, { ...match, userId: null })) matched += 1
  }
  return matched
}

type Credit = Prisma.IncomingCreditGetPayload<object>

/** Of invoices that nobody opened, or not in time. */
export const withoutOrder: Prisma.PaymentLinkWhereInput = {
  closedAt: null,
  orders: { none: { OR: [{ status: { notIn: ['cancelled', 'expired'] } }, { receivedMinor: { gt: 0 } }] } },
}

/**
 * The number of an invoice is on its PDF beside the IBAN: who pays so need not have opened its link, or in time. A
 * credit that an order was there for has had its chance.
 */
async function expectInvoices(
  organisationId: string,
  mode: ApiMode,
  credits: readonly Credit[],
  refused: ReadonlySet<string>,
): Promise<void> {
  const amounts = [...new Set(credits.map(({ amountMinor }) => amountMinor))]
  const invoices = await db().invoice.findMany({
    where: { organisationId, mode, link: { ...withoutOrder, amountMinor: { in: amounts } } },
    select: {
      number: true,
      link: {
        select: { slug: true, amountMinor: true, orders: { select: { id: true, amountMinor: true, createdAt: true } } },
      },
    },
    orderBy: { issuedOn: 'desc' },
    take: maxCredits,
  })
  const texts = credits.map(credit => ({ credit, text: wholeWords(credit.remittance.join(' ')) }))
  for (const { number, link } of invoices) {
    if (link === null || number === null) continue
    const name = wholeWords(number)
    const isNew = ({ id, amountMinor, createdAt }: Credit) =>
      !link.orders.some(
        one => refused.has(pairKey(id, one.id)) || (one.amountMinor === amountMinor && one.createdAt >= createdAt),
      )
    const isExpected = texts.some(
      ({ credit, text }) => credit.amountMinor === link.amountMinor && text.includes(name) && isNew(credit),
    )
    if (isExpected) await openLink(link.slug).catch(ignoreRefusal)
  }
}

/** Of a link that can't be paid just now. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refused)) throw error
}

async function findExpected(
  organisationId: string,
  mode: ApiMode,
  credits: readonly Credit[],
): Promise<ExpectedOrder[]> {
  const endToEndIds = credits.flatMap(({ endToEndId }) => endToEndId ?? [])
  const references = credits.flatMap(({ remittance }) => findStructuredReferences(remittance))
  const firstDay = Math.min(...credits.map(({ day }) => day.getTime()))
  const lately = { createdAt: { gte: new Date(firstDay - 62 * dayMs) } }
  const amounts = [...new Set(credits.map(({ amountMinor }) => amountMinor))]
  const rows = await db().paymentOrder.findMany({
    where: {
      ownerId: organisationId,
      mode,
      kind: { in: payableKinds },
      OR: [
        { attempts: { some: { instructions: { some: { endToEndId: { in: endToEndIds } } } } } },
        { structuredReference: { in: references } },
        { ...lately, amountMinor: { in: amounts }, receivedAt: null },
        { ...lately, receivedAt: { not: null }, receivedMinor: { lt: db().paymentOrder.fields.amountMinor } },
      ],
    },
    include: expectedColumns,
    orderBy: { id: 'asc' },
  })
  return rows.map(toExpected)
}

/** Refunds it pays itself. */
export const payableKinds: ('checkout' | 'link')[] = ['checkout', 'link']

export const expectedColumns = {
  attempts: { select: { instructions: { select: { endToEndId: true } } } },
  link: { select: { createdAt: true, invoice: { select: { id: true } } } },
} as const satisfies Prisma.PaymentOrderInclude

/** An order in the form that domain/payments/order/reconcile.ts takes. */
export function toExpected(order: Prisma.PaymentOrderGetPayload<{ include: typeof expectedColumns }>): ExpectedOrder {
  const { id, amountMinor, receivedMinor, currency, reference, structuredReference, link, createdAt } = order
  return {
    id,
    amountMinor,
    receivedMinor,
    currency,
    reference,
    structuredReference,
    namedOn: parisDay(link?.invoice ? link.createdAt : createdAt),
    createdOn: parisDay(createdAt),
    endToEndIds: order.attempts.flatMap(({ instructions }) => instructions.map(({ endToEndId }) => endToEndId)),
    isExecuted: order.status === 'executed' || order.status === 'partly_executed',
    isOver: order.status === 'cancelled' || order.status === 'expired',
  }
}

/** A few at once. Returns how many. */
export async function sweepReconciliation(limit = 20): Promise<number> {
  const due = await db().$queryRaw<{ id: string }[]>`
    SELECT organisation."id" FROM "Organisation" AS organisation
    JOIN "Account" AS account ON account."id" = organisation."beneficiaryAccountId"
      AND account."userId" = organisation."beneficiaryUserId"
    WHERE account."lastSyncedAt" IS NOT NULL
      AND (organisation."reconciledAt" IS NULL OR organisation."reconciledAt" < account."lastSyncedAt")
    ORDER BY account."lastSyncedAt" LIMIT ${limit}`
  await inParallel(due, 1, async ({ id }) => void (await reconcileOrganisation(id)))
  return due.length
}
