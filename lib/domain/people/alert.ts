import { addDays, type IsoDate } from '@guichet/values/calendar/day.ts'
import { absolute } from '@guichet/values/money/minor.ts'
import { compare } from '@guichet/values/text/compare.ts'
import { everything } from '#lib/domain/accounts/budget.ts'
import { isPriceRise } from '#lib/domain/accounts/price-rise.ts'
import { withSubs } from '#lib/domain/accounts/sub-category.ts'

/** What a person is told at once, if they chose it. */

export const alertKinds = ['large_debit', 'salary', 'low_balance', 'price_rise', 'budget'] as const
export type AlertKind = (typeof alertKinds)[number]

/** Limits are in euros. */
export const alertCurrency = 'EUR'
/** Suggested, minor units; the others have none. */
export const alertLimits = { large_debit: 50_000n, low_balance: 10_000n } as const
export type LimitedKind = keyof typeof alertLimits

export const isLimited = (kind: AlertKind): kind is LimitedKind => kind in alertLimits

/** Limits by chosen kind; null where there is none. */
export type AlertChoices = ReadonlyMap<AlertKind, bigint | null>

/** Booked, from the bank, and no own transfer. */
export type AlertLine = {
  /** `accountKeys`: one account through two logins gives one alert. */
  readonly account: string
  readonly accountName: string
  /** Of the account in Guichet: what is older came with it. */
  readonly listedOn: IsoDate
  readonly day: IsoDate
  readonly label: string
  readonly name: string
  readonly counterparty: string
  /** Its own, or those of its parts. */
  readonly categories: readonly (string | null)[]
  readonly amountMinor: bigint
  readonly currency: string
}

/** Of one type, newest first. */
export type AlertBalance = {
  readonly account: string
  readonly accountName: string
  readonly currency: string
  readonly readings: readonly { readonly amountMinor: bigint; readonly day: IsoDate }[]
}

export type AlertBudget = {
  readonly category: string
  readonly name: string
  readonly percent: number
  readonly spentMinor: bigint
}

export type AlertFacts = {
  readonly today: IsoDate
  /** With what was paid before to whoever was paid now. */
  readonly lines: readonly AlertLine[]
  readonly balances: readonly AlertBalance[]
  readonly budgets: readonly AlertBudget[]
}

export type Alert = {
  readonly kind: AlertKind
  /** The same thing has the same one, whatever ids the bank gives. */
  readonly about: string
  /** Of a counterparty, or of a budget's category. */
  readonly name: string
  readonly accountName: string
  readonly day: IsoDate
  /** Of a line without its sign; an account's balance; what was spent of a budget. */
  readonly amountMinor: bigint
  /** Before a rise. */
  readonly beforeMinor: bigint | null
  readonly currency: string
}

/** Older is no news: a bank that was away, or a connection renewed. */
export const newsDays = 7
/** Percent of a budget. */
const nearlySpent = 80
/** A balance that was enough longer ago did not fall now; less than alerts are kept. */
const fallDays = 60

/** Of what was given before, the caller drops the same `about`. */
export function findAlerts(choices: AlertChoices, facts: AlertFacts): Alert[] {
  const isNews = ({ day, listedOn }: AlertLine) => day > listedOn && day >= addDays(facts.today, -newsDays)
  const numbered = numberAlike(facts.lines)
  const news = numbered.filter(({ line }) => isNews(line))
  const ofLine = (kind: AlertKind, { line, about }: Numbered, beforeMinor: bigint | null = null): Alert => {
    const { name, accountName, day, amountMinor, currency } = line
    return { kind, about, name, accountName, day, amountMinor: absolute(amountMinor), beforeMinor, currency }
  }
  const find: Readonly<Record<AlertKind, (limit: bigint | null) => Alert[]>> = {
    large_debit: limit =>
      news
        .filter(({ line }) => line.currency === alertCurrency && limit !== null && line.amountMinor <= -limit)
        .map(one => ofLine('large_debit', one)),
    salary: () =>
      news
        .filter(({ line }) => line.categories.includes('salary') && line.amountMinor > 0n)
        .map(one => ofLine('salary', one)),
    price_rise: () =>
      news.flatMap(one => {
        const before = priceBefore(one.line, facts.lines)
        return before === null ? [] : [ofLine('price_rise', one, before)]
      }),
    low_balance: limit => (limit === null ? [] : facts.balances.flatMap(one => fallBelow(one, limit, facts.today))),
    budget: () =>
      facts.budgets
        .filter(
          ({ category, percent }) =>
            percent >= nearlySpent &&
            news.some(({ line }) =>
              category === everything
                ? line.amountMinor < 0n
                : withSubs(category).some(one => line.categories.includes(one)),
            ),
        )
        .map(({ category, name, spentMinor: amountMinor }) => {
          const about = `${category} ${facts.today.slice(0, 7)}`
          const none = { beforeMinor: null, accountName: '', currency: alertCurrency }
          return { kind: 'budget', about, name, day: facts.today, amountMinor, ...none }
        }),
  }
  return alertKinds.flatMap(kind => {
    const limit = choices.get(kind)
    return limit === undefined ? [] : find[kind](limit)
  })
}

type Numbered = { readonly line: AlertLine; readonly about: string }

/** Two coffees of one day are two things, whatever their ids; the same of two logins are one. */
function numberAlike(lines: readonly AlertLine[]): Numbered[] {
  const alike = Map.groupBy(lines, ({ account, day, amountMinor, currency, label }) =>
    [account, day, amountMinor, currency, label].join(' '),
  )
  return [...alike].flatMap(([about, same]) => same.map((line, at) => ({ line, about: `${about} ${at}` })))
}

/**
 * What was paid before, if it was the same at least twice and now is more: a price, not a bill by use. Paid a week apart or more,
 * so that two tickets are no subscription.
 */
function priceBefore(line: AlertLine, lines: readonly AlertLine[]): bigint | null {
  if (line.counterparty === '' || line.amountMinor >= 0n) return null
  const isBefore = (other: AlertLine) =>
    other.account === line.account &&
    other.counterparty === line.counterparty &&
    other.currency === line.currency &&
    other.amountMinor < 0n &&
    other.day < line.day
  const [last, once] = lines.filter(isBefore).toSorted((one, other) => compare(other.day, one.day))
  if (!last || !once || last.amountMinor !== once.amountMinor) return null
  if (addDays(once.day, 6) > last.day || addDays(last.day, 6) > line.day) return null
  const [before, now] = [absolute(last.amountMinor), absolute(line.amountMinor)]
  return isPriceRise(before, now) ? before : null
}

/** The reading that fell below the limit, if one before was not: that one's day stays, while an unchanged one's moves. */
function fallBelow(balance: AlertBalance, limit: bigint, today: IsoDate): Alert[] {
  const { account, accountName, currency, readings } = balance
  if (currency !== alertCurrency) return []
  const at = readings.findIndex(({ amountMinor }) => amountMinor >= limit)
  const [now, above, fell] = [readings[0], readings[at], readings[at - 1]]
  if (!now || !above || !fell || fell.day < addDays(today, -newsDays)) return []
  if (above.day < addDays(today, -fallDays)) return []
  const { amountMinor } = now
  const about = `${account} ${above.day}`
  return [{ kind: 'low_balance', about, name: '', accountName, day: now.day, amountMinor, beforeMinor: null, currency }]
}
