import { addDays, addMonths, type IsoDate, isoDay } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { maskIbansIn } from '@guichet/values/money/iban-text.ts'
import { parseAmount, toMoneyView } from '@guichet/values/money/minor.ts'
import { inParallel } from '#lib/base/in-parallel.ts'
import { hashOf } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db, Prisma, type Tx } from '#lib/db.ts'
import { accountKeys } from '#lib/domain/accounts/counting.ts'
import { natureOf } from '#lib/domain/accounts/transaction.ts'
import {
  type Alert,
  type AlertBalance,
  type AlertBudget,
  type AlertChoices,
  type AlertKind,
  type AlertLine,
  alertCurrency,
  findAlerts,
  newsDays,
} from '#lib/domain/people/alert.ts'
import { listBudgets } from '#lib/services/accounts/budgets.ts'
import { categoriseNew, type UnfiledRow } from '#lib/services/accounts/categorise.ts'
import { categoriesOfLine, heldOnce, whereOnce } from '#lib/services/accounts/counted.ts'
import { readNaming } from '#lib/services/accounts/own-names.ts'
import { type AccountRow, findAccounts } from '#lib/services/accounts/view.ts'
import { readSharedBudgets } from '#lib/services/household/shared-budgets.ts'
import { languageOf, mailEach, pageAt } from '#lib/services/mail/queue.ts'
import type { MailRules } from '#lib/services/mail/sending.ts'
import type { MailWords } from '#lib/services/mail/words/write.ts'
import { recordFault } from '#lib/services/operator/faults.ts'
import { pushToAll } from './push.ts'

/** Looks for alerts after something was read, and gives each once, by mail and on the person's devices. */

const roundLimit = 200
const keptDays = 90
const linesRead = 5_000
const readingsEach = 60

/** With the end of a refresh, in its statement, of a person who chose some. */
export function noteForAlerts(userId: string, at: Date): Prisma.Sql {
  return Prisma.sql`
    UPDATE "User" SET "alertsDueAt" = ${at} WHERE "id" = ${userId}::uuid
      AND EXISTS (SELECT 1 FROM "AlertChoice" WHERE "userId" = ${userId}::uuid) RETURNING 1`
}

export async function sweepAlerts(): Promise<void> {
  const due = await db().user.findMany({
    where: { alertsDueAt: { not: null } },
    orderBy: { alertsDueAt: 'asc' },
    take: roundLimit,
    select: { id: true, locale: true, alertsDueAt: true },
  })
  // Neither one person's data nor a slow device must hold up the others.
  await inParallel(due, 4, person => give(person).catch(error => postpone(person, error)))
}

async function postpone({ id, alertsDueAt }: Person, error: unknown): Promise<void> {
  recordFault(error, { method: 'SWEEP', path: 'alerts' })
  await db().user.updateMany({ where: { id, alertsDueAt }, data: { alertsDueAt: now() } })
}

export async function sweepOldAlerts(): Promise<void> {
  const before = addDays(parisDay(now()), -keptDays)
  await db().alert.deleteMany({ where: { createdAt: { lt: new Date(before) } } })
}

type Person = {
  readonly id: string
  readonly locale: 'fr' | 'en'
  readonly alertsDueAt: Date | null
}

async function give({ id: userId, locale, alertsDueAt }: Person): Promise<void> {
  await categoriseNew(userId)
  const found = await look(userId)
  const given = await db().$transaction(async tx => {
    await tx.user.updateMany({ where: { id: userId, alertsDueAt }, data: { alertsDueAt: null } })
    const fresh = await keep(tx, userId, found)
    const [first] = fresh
    if (first === undefined) return null
    const words = wordsOf(fresh.map(({ alert }) => alert))
    const mail = { kind: 'alerts', aboutId: first.id, key: `alerts:${first.id}`, words } as const
    await mailEach(tx, { id: userId, alertMail: true }, mail)
    return words
  })
  if (given !== null) await pushToAll(userId, given, languageOf(locale))
}

/** What is there already is no news. With the choice, once it is stored. */
export async function passOver(userId: string): Promise<void> {
  await keep(db(), userId, await look(userId))
}

/** Those that were not given before. */
async function keep(tx: Tx, userId: string, found: readonly Alert[]) {
  const keyed = new Map(found.map(alert => [`${alert.kind}:${hashOf(alert.about)}`, alert]))
  const rows = [...keyed].map(([key, { kind }]) => ({ userId, kind, key, createdAt: now() }))
  const stored = await tx.alert.createManyAndReturn({
    data: rows,
    skipDuplicates: true,
    select: { id: true, key: true },
  })
  return stored.flatMap(({ id, key }) => {
    const alert = keyed.get(key)
    return alert === undefined ? [] : [{ id, alert }]
  })
}

function wordsOf(alerts: readonly Alert[]): MailWords {
  const kinds = new Set(alerts.map(({ kind }) => kind))
  const [kind = 'several'] = alerts.length === 1 ? kinds : []
  const value = (amountMinor: bigint, currency: string) => toMoneyView({ amountMinor, currency })
  const lines = Map.groupBy(alerts, alert => alert.kind)
  return {
    template: 'alerts',
    values: { kind, count: alerts.length },
    page: pageAt('/home'),
    link: pageAt('/settings#alerts'),
    lines: Object.fromEntries(
      (['large_debit', 'salary', 'low_balance', 'price_rise', 'budget'] as const).map(one => [
        one,
        (lines.get(one) ?? []).map(({ name, accountName, day, amountMinor, beforeMinor, currency }) => ({
          value: value(amountMinor, currency),
          name: maskIbansIn(name),
          account: maskIbansIn(accountName),
          day: new Date(day),
          before: beforeMinor === null ? null : value(beforeMinor, currency),
        })),
      ]),
    ),
  }
}

async function look(userId: string): Promise<Alert[]> {
  const rows = await db().alertChoice.findMany({ where: { userId } })
  if (rows.length === 0) return []
  const choices: AlertChoices = new Map(
    rows.map(({ kind, amountMinor }): [AlertKind, bigint | null] => [kind, amountMinor]),
  )
  const today = parisDay(now())
  const accounts = await findAccounts({ userId }, {})
  const [lines, balances, budgets] = await Promise.all([
    readLines(userId, accounts, today),
    choices.has('low_balance') ? readBalances(userId, accounts) : [],
    choices.has('budget') ? readBudgets(userId) : [],
  ])
  return findAlerts(choices, { today, lines, balances, budgets })
}

type LineRow = Pick<
  UnfiledRow,
  'accountId' | 'day' | 'label' | 'amountMinor' | 'currency' | (`code${string}` & keyof UnfiledRow)
> & {
  readonly counterparty: string
  readonly categories: readonly (string | null)[]
}

async function readLines(userId: string, accounts: readonly AccountRow[], today: IsoDate): Promise<AlertLine[]> {
  const first = addDays(today, -newsDays)
  const rows = await db().$queryRaw<LineRow[]>`
    WITH line AS (
      SELECT "key", "accountId", "day", "label", COALESCE("counterparty", '') AS "counterparty", "amountMinor", "currency",
        ${categoriesOfLine} AS "categories", "codeDomain", "codeFamily", "codeSubFamily"
      FROM "Transaction"
      WHERE "userId" = ${userId}::uuid AND "booked" AND "pairAccountId" IS NULL AND ${await whereOnce(userId)}
        AND "day" >= ${addMonths(today, -13)}::date AND ("importId" IS NULL OR "day" < ${first}::date)
    )
    SELECT "accountId", "day", "label", "counterparty", "categories", "amountMinor", "currency", "codeDomain",
      "codeFamily", "codeSubFamily"
    FROM line WHERE "day" >= ${first}::date OR ("accountId", "counterparty") IN (
      SELECT "accountId", "counterparty" FROM line WHERE "day" >= ${first}::date AND "amountMinor" < 0)
    ORDER BY "day" DESC, "key" LIMIT ${linesRead}`
  const naming = await readNaming(userId)
  const keyOf = accountKeys(accounts)
  return rows.flatMap(row => {
    const account = accounts.find(({ id }) => id === row.accountId)
    if (account === undefined) return []
    const nature = natureOf({ domain: row.codeDomain, family: row.codeFamily, subFamily: row.codeSubFamily })
    const named = { account: keyOf(account), accountName: account.name, listedOn: parisDay(account.createdAt) }
    return [{ ...row, ...named, day: isoDay(row.day), name: naming({ ...row, nature }).name }]
  })
}

/** Of each account the balance that counts for it. */
async function readBalances(userId: string, accounts: readonly AccountRow[]): Promise<AlertBalance[]> {
  const held = heldOnce(accounts)
  const keyOf = accountKeys(accounts)
  const readings = await db().balance.findMany({
    where: { userId, accountId: { in: held.map(({ row }) => row.id) } },
    orderBy: [{ readAt: 'desc' }, { id: 'desc' }],
    take: readingsEach * held.length,
  })
  return held.map(({ row, main }) => ({
    account: keyOf(row),
    accountName: row.name,
    currency: main.amount.currency,
    readings: readings
      .filter(({ accountId, type }) => accountId === row.id && type === main.type)
      .map(({ amountMinor, readAt }) => ({ amountMinor, day: parisDay(readAt) })),
  }))
}

async function readBudgets(userId: string): Promise<AlertBudget[]> {
  const [budgets, own] = await Promise.all([
    listBudgets(userId).then(async all => [...all, ...(await readSharedBudgets({ userId })).budgets]),
    db().category.findMany({ where: { userId }, select: { id: true, name: true } }),
  ])
  // Of a category one: their own, else a shared one.
  const [...each] = new Map(budgets.toReversed().map(one => [one.category, one])).values()
  return each.map(({ category, percent, spent }) => ({
    category,
    // In a message `other` is any.
    name: own.find(({ id }) => id === category)?.name ?? (category === 'other' ? 'others' : category),
    percent,
    spentMinor: parseAmount(spent, alertCurrency)?.amountMinor ?? 0n,
  }))
}

/** While wanted. */
export const alertMailRules: MailRules<'alerts'> = {
  alerts: async (userId, id) =>
    (await db().alert.count({ where: { id, userId, user: { alertMail: true, alertChoices: { some: {} } } } })) > 0,
}
