import { isoDay } from '@guichet/values/calendar/day.ts'
import { readDayInput } from '@guichet/values/calendar/day-input.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { plainAmount } from '@guichet/values/money/amount-input.ts'
import { formatAmount, isCurrency, type Money, parseAmount, toMoneyView } from '@guichet/values/money/minor.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { isUuid } from '#lib/base/ids.ts'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { holdingKinds, isOwed, wealthOf } from '#lib/domain/accounts/holding.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import type { MoneyView } from '#lib/views/banking.ts'
import type { HoldingView } from '#lib/views/holding.ts'

/** What a person has or owes elsewhere, with the values they gave. */

const holdingLimit = 100
/** One a day for years. */
const valueLimit = 2_000
const nameLimit = 70

/** In the order they were added. */
export async function listHoldings(userId: string): Promise<HoldingView[]> {
  const rows = await db().holding.findMany({
    where: { userId },
    orderBy: { id: 'asc' },
    include: { values: { orderBy: { day: 'desc' }, take: 50 } },
  })
  return rows.flatMap(({ id, name, kind, currency, values }) => {
    const shown = values.map(({ day, amountMinor }) => ({
      day: isoDay(day),
      amount: formatAmount({ amountMinor, currency }),
    }))
    const [newest] = shown
    if (!newest) return []
    const value = { amount: newest.amount, currency }
    return [{ id, name, kind, isOwed: isOwed(kind), value, day: newest.day, values: shown }]
  })
}

/** Empty without holdings. */
export function wealthWith(totals: readonly Money[], holdings: readonly HoldingView[]): MoneyView[] {
  if (holdings.length === 0) return []
  const valued = holdings.flatMap(({ kind, value: { amount, currency } }) => {
    const value = parseAmount(amount, currency)
    return value ? [{ kind, value }] : []
  })
  return wealthOf(totals, valued).map(money => toMoneyView(money))
}

export type TypedHolding = { readonly name: string; readonly kind: string; readonly currency: string }
/** An empty day is today, an empty amount of a known holding what it was. */
export type TypedValue = { readonly amount: string; readonly day: string }

/** Refusals: `invalid_input` naming `name`, `kind`, `currency`, `amount`, `day` or `count` (100). */
export async function addHolding({ userId }: Person, typed: TypedHolding, value: TypedValue): Promise<void> {
  const { name, kind } = readNamed(typed)
  const currency = typed.currency.trim().toUpperCase()
  if (!isCurrency(currency)) throw new Refused('invalid_input', { field: 'currency' })
  const first = { userId, currency, ...readValue(value, currency) }
  if ((await db().holding.count({ where: { userId } })) >= holdingLimit)
    throw new Refused('invalid_input', { field: 'count' })
  await db().holding.create({
    data: { userId, name, kind, currency, values: { create: first } },
  })
}

/**
 * A value is in place of that day's. Refusals: `not_found`, `invalid_input` naming `name`, `kind`, `amount`, `day` or `count`
 * (2,000).
 */
export async function changeHolding(
  { userId }: Person,
  id: string,
  typed: Omit<TypedHolding, 'currency'>,
  value: TypedValue,
): Promise<void> {
  const named = readNamed(typed)
  const holding = requireFound(isUuid(id) && (await db().holding.findFirst({ where: { id, userId } })))
  const { currency } = holding
  const newest = value.amount.trim() === '' ? null : readValue(value, currency)
  const own = { userId, holdingId: id }
  if (newest && (await db().holdingValue.count({ where: own })) >= valueLimit)
    throw new Refused('invalid_input', { field: 'count' })
  await db().$transaction(async tx => {
    await tx.holding.updateMany({ where: { id, userId }, data: named })
    if (newest === null) return
    const { day, amountMinor } = newest
    await tx.holdingValue.upsert({
      where: { holdingId_day_userId: { ...own, day } },
      create: { ...own, currency, day, amountMinor },
      update: { amountMinor },
    })
  })
}

function readNamed({ name: typed, kind: asked }: Omit<TypedHolding, 'currency'>) {
  const name = cleanText(typed, nameLimit)
  const kind = holdingKinds.find(known => known === asked)
  if (name === '') throw new Refused('invalid_input', { field: 'name' })
  if (kind === undefined) throw new Refused('invalid_input', { field: 'kind' })
  return { name, kind }
}

/** With its history. Refusals: `not_found`. */
export async function removeHolding({ userId }: Person, id: string): Promise<void> {
  const { count } = isUuid(id) ? await db().holding.deleteMany({ where: { id, userId } }) : { count: 0 }
  if (count === 0) throw new Refused('not_found')
}

/** Not of a day to come. */
function readValue({ amount, day }: TypedValue, currency: string) {
  const read = parseAmount(plainAmount(amount.trim(), null) ?? '', currency)
  if (!read) throw new Refused('invalid_input', { field: 'amount' })
  const today = parisDay(now())
  const on = day.trim() === '' ? today : readDayInput(day)
  if (on === null || on > today || on < '1900-01-01') throw new Refused('invalid_input', { field: 'day' })
  return { day: new Date(on), amountMinor: read.amountMinor }
}
