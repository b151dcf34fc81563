import { timingSafeEqual } from 'node:crypto'
import { addDays, type IsoDate } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { maskIbansIn } from '@guichet/values/money/iban-text.ts'
import { absolute, formatAmount, parseAmount } from '@guichet/values/money/minor.ts'
import { compare } from '@guichet/values/text/compare.ts'
import { isUuid } from '#lib/base/ids.ts'
import { derivedFrom } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { mondayAfter, summaryInstant, summaryTurn } from '#lib/domain/people/weekly-summary.ts'
import type { Person } from '#lib/domain/who.ts'
import { readEnv } from '#lib/env.ts'
import { anchorOf, readDaySums } from '#lib/services/accounts/booked-balance.ts'
import { type Held, heldOnce } from '#lib/services/accounts/counted.ts'
import { findAccounts, toIsoDate } from '#lib/services/accounts/view.ts'
import { languageOf, pageAt, queueMail } from '#lib/services/mail/queue.ts'
import type { MailRules } from '#lib/services/mail/sending.ts'
import type { Amount, MailWords } from '#lib/services/mail/words/write.ts'
import { recordFault } from '#lib/services/operator/faults.ts'
import { listLargest } from '#lib/services/transactions/list.ts'
import type { TransactionView } from '#lib/views/banking.ts'
import type { GlanceView } from '#lib/views/home.ts'
import { readHomeMoney, toPast } from './money.ts'
import { readHome } from './read.ts'

const weekDays = 7
const listed = 5
const roundLimit = 500

type Due = { readonly id: string; readonly locale: 'fr' | 'en'; readonly nextSummaryDay: Date | null }

/** One transaction per person: each Monday gives one mail. */
export async function sweepWeeklySummaries(): Promise<void> {
  const at = now()
  const today = parisDay(at)
  const due = await db().user.findMany({
    where: { nextSummaryDay: { lte: new Date(today) } },
    orderBy: [{ nextSummaryDay: 'asc' }, { id: 'asc' }],
    take: roundLimit,
    select: { id: true, locale: true, nextSummaryDay: true },
  })
  for (const person of due) {
    const monday = toIsoDate(person.nextSummaryDay)
    const turn = monday === null ? 'early' : summaryTurn(monday, at)
    if (turn === 'early') continue
    // One person's data must not hold up the others.
    await sendOne(person, turn).catch(error => recordFault(error, { method: 'SWEEP', path: 'weekly-summaries' }))
  }
}

async function sendOne({ id: userId, locale, nextSummaryDay }: Due, turn: 'due' | 'missed'): Promise<void> {
  const today = parisDay(now())
  const monday = toIsoDate(nextSummaryDay) ?? today
  const summary = turn === 'due' ? await readWeeklySummary(userId, monday) : null
  const language = languageOf(locale)
  const unsubscribe = unsubscribeAddress(userId)
  await db().$transaction(async tx => {
    const { count } = await tx.user.updateMany({
      where: { id: userId, nextSummaryDay },
      data: { nextSummaryDay: new Date(mondayAfter(today)) },
    })
    if (count === 0 || summary === null) return
    await queueMail(tx, {
      parties: { userId },
      kind: 'weekly_summary',
      aboutId: monday,
      key: `weekly_summary:${monday}:${userId}`,
      language,
      words: { ...summary, page: pageAt('/home'), link: unsubscribe, unsubscribe },
    })
  })
}

type WeeklySummary = Omit<Extract<MailWords, { template: 'weekly_summary' }>, 'page'>

/** No IBAN. Null if nothing was read since the Monday before. */
export async function readWeeklySummary(userId: string, monday: IsoDate): Promise<WeeklySummary | null> {
  const today = parisDay(now())
  const rows = await findAccounts({ userId }, {})
  const home = await readHome({ userId }, rows)
  const read = home.accounts.flatMap(({ mainBalance }) => (mainBalance ? [mainBalance.readAt] : [])).sort()
  const [oldest] = read
  const newest = read.at(-1)
  const [first] = home.totals
  if (!oldest || !newest || !first || new Date(newest) < summaryInstant(addDays(monday, -weekDays))) return null
  const [{ glance }, changes, largest] = await Promise.all([
    readHomeMoney({ userId }, rows),
    Promise.all(home.totals.map(({ currency }) => readChange({ userId, currency, today }, heldOnce(rows)))),
    listLargest(userId, { from: addDays(today, 1 - weekDays), currency: first.currency, count: listed }),
  ])
  const [readFrom, readTo] = [parisDay(new Date(oldest)), parisDay(new Date(newest))]
  // The most urgent. No name that another chose: Guichet signs.
  const [{ kind: attention, bankName } = { kind: 'none', bankName: '' }] = home.attention
  return {
    template: 'weekly_summary',
    values: {
      isOneDay: readFrom === readTo,
      readFrom: new Date(readFrom),
      readTo: new Date(readTo),
      attention,
      bankName,
      more: home.attention.length - 1,
    },
    lines: {
      totals: home.totals.map(({ amount, currency }, at) => ({
        value: { amount, currency },
        change: changes[at] ?? null,
      })),
      largest: largest.map(toLine),
      coming: glance ? comingLines(glance, addDays(today, weekDays)) : [],
    },
  }
}

type In = { readonly userId: string; readonly currency: string; readonly today: IsoDate }

async function readChange({ userId, currency, today }: In, all: readonly Held[]): Promise<Amount | null> {
  const held = all.filter(({ main }) => main.amount.currency === currency)
  const from = addDays(today, -weekDays)
  const anchors = held.flatMap(({ row }) => anchorOf(row.balances, today)?.day ?? [])
  const since = [from, ...anchors].sort()[0] ?? from
  const points = toPast({ currency, today, from }, held, await readDaySums(userId, since))
  const [before, last] = [points.at(0), points.at(-1)].map(point => parseAmount(point?.amount ?? '', currency))
  if (!before || !last) return null
  const amount = formatAmount({ amountMinor: last.amountMinor - before.amountMinor, currency })
  return { amount, currency, isChange: true }
}

/** The largest until then, in the order of their days. */
function comingLines({ coming, currency }: GlanceView, until: IsoDate) {
  const rows = coming.flatMap(({ rows }) => rows).flatMap(({ day, ...row }) => (day ? [{ ...row, day }] : []))
  const sizeOf = ({ amount }: { readonly amount: string }) => absolute(parseAmount(amount, currency)?.amountMinor ?? 0n)
  const near = rows.filter(({ day }) => day <= until).toSorted((left, right) => compare(sizeOf(right), sizeOf(left)))
  return near
    .slice(0, listed)
    .toSorted((left, right) => compare(left.day, right.day))
    .map(({ label, amount, day }) => ({ value: { amount, currency }, name: maskIbansIn(label), day: new Date(day) }))
}

const toLine = ({ name, label, day, amount }: TransactionView) => ({
  value: amount,
  name: maskIbansIn(name || label),
  day: new Date(day),
})

/** That day and the next, while wanted. */
export const summaryMailRules: MailRules<'weekly_summary'> = {
  weekly_summary: async (userId, monday) =>
    summaryTurn(monday, now()) === 'due' &&
    (await db().user.count({ where: { id: userId, nextSummaryDay: { not: null } } })) > 0,
}

export async function changeWeeklySummary({ userId }: Person, isWanted: boolean): Promise<void> {
  const nextSummaryDay = isWanted ? new Date(mondayAfter(parisDay(now()))) : null
  await db().user.updateMany({ where: { id: userId }, data: { nextSummaryDay } })
}

/** Only who has the mail can end it (C80). */
function proofOf(userId: string): string {
  return derivedFrom(userId, { secret: readEnv('AUTH_SECRET'), purpose: 'weekly summary' })
}

function unsubscribeAddress(userId: string): string {
  return pageAt(`/unsubscribe/stop?${new URLSearchParams({ person: userId, proof: proofOf(userId) })}`)
}

/** Null for an address not ours. */
export async function readSubscription({ userId }: Person, proof: string): Promise<'on' | 'off' | null> {
  if (!isProofOf(userId, proof)) return null
  const user = await db().user.findUnique({ where: { id: userId }, select: { nextSummaryDay: true } })
  return user?.nextSummaryDay ? 'on' : 'off'
}

function isProofOf(userId: string, proof: string): boolean {
  const [given, wanted] = [Buffer.from(proof), Buffer.from(proofOf(userId))]
  return isUuid(userId) && given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** False for an address not ours. */
export async function unsubscribe(userId: string, proof: string): Promise<boolean> {
  if (!isProofOf(userId, proof)) return false
  await changeWeeklySummary({ userId }, false)
  return true
}
