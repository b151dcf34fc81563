import { formatAmount, type Money, parseAmount, sumByCurrency, toMoneyView } from '@guichet/values/money/minor.ts'
import type { MoneyView, TransactionView } from '#lib/views/banking.ts'

export type Day = {
  readonly day: string
  readonly transactions: readonly TransactionView[]
  /** False while older transactions of this day may still be loaded: it has no sum yet. */
  readonly complete: boolean
}

/** Lines, newest first, as days in the same order. `more`: the last day may be incomplete. */
export function groupByDay(transactions: readonly TransactionView[], more: boolean): Day[] {
  const days: { day: string; transactions: TransactionView[] }[] = []
  for (const transaction of transactions) {
    const last = days.at(-1)
    if (last?.day === transaction.day) last.transactions.push(transaction)
    else days.push({ day: transaction.day, transactions: [transaction] })
  }
  return days.map((day, index) => ({ ...day, complete: !more || index < days.length - 1 }))
}

/** Exact sums per currency. An unreadable amount is shown in its line but not summed. */
export function sumDay({ transactions }: Day): MoneyView[] {
  const amounts = transactions
    .map(({ amount }) => parseAmount(amount.amount, amount.currency))
    .filter((amount): amount is Money => amount !== null)
  return sumByCurrency(amounts).map(total => toMoneyView(total))
}

/**
 * The balance at the end of each day, computed back from `closing`. Days are newest first; other currencies are ignored. Ends
 * before the first transaction whose amount can't be read.
 */
export function walkDays(days: readonly Day[], closing: MoneyView): MoneyView[] {
  const balances: MoneyView[] = []
  let balance = parseAmount(closing.amount, closing.currency)
  for (const { transactions } of days) {
    if (balance === null) break
    balances.push({ amount: formatAmount(balance), currency: closing.currency })
    for (const { amount } of transactions) {
      if (amount.currency !== closing.currency) continue
      const moved: Money | null = parseAmount(amount.amount, amount.currency)
      balance = balance && moved && { ...balance, amountMinor: balance.amountMinor - moved.amountMinor }
    }
  }
  return balances
}

/** Days as a flat list: a head per day, followed by its lines. */
export type FlatIndex = { readonly starts: readonly number[]; readonly count: number }

/** The flat index of each day's head. */
export function flatten(days: readonly Day[]): FlatIndex {
  let count = 0
  const starts = days.map(day => {
    const start = count
    count += 1 + day.transactions.length
    return start
  })
  return { starts, count }
}

/** Which day an index of the flat list belongs to. */
export function dayAt({ starts }: FlatIndex, index: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= index) low = middle
    else high = middle - 1
  }
  return low
}

/** Heights of a day's head and of a line, in pixels. */
export type Heights = { readonly head: number; readonly row: number }

/** Where a day begins, in pixels from the start of the list; the end of the list for an index after the last day. */
export function topOf({ starts, count }: FlatIndex, dayIndex: number, { head, row }: Heights): number {
  const headsBefore = Math.min(dayIndex, starts.length)
  return headsBefore * head + ((starts[dayIndex] ?? count) - headsBefore) * row
}

/** The flat index at a height in pixels from the start of the list; the first or last one outside of it. */
export function indexAt(flat: FlatIndex, y: number, heights: Heights): number {
  let low = 0
  let high = flat.starts.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (topOf(flat, middle, heights) <= y) low = middle
    else high = middle - 1
  }
  const inDay = y - topOf(flat, low, heights)
  const line = inDay < heights.head ? 0 : 1 + Math.floor((inDay - heights.head) / heights.row)
  return Math.min((flat.starts[low] ?? 0) + line, (flat.starts[low + 1] ?? flat.count) - 1)
}

export type Slice = { readonly dayIndex: number; readonly from: number; readonly to: number }

/** The lines to render for the flat indexes first to last: each day with its head and lines from..to (exclusive). */
export function sliceDays(days: readonly Day[], flat: FlatIndex, first: number, last: number): Slice[] {
  if (days.length === 0) return []
  const slices: Slice[] = []
  for (let dayIndex = dayAt(flat, first); dayIndex < days.length; dayIndex += 1) {
    const start = flat.starts[dayIndex] ?? 0
    if (start > last) break
    const length = days[dayIndex]?.transactions.length ?? 0
    slices.push({
      dayIndex,
      from: Math.min(length, Math.max(0, first - start - 1)),
      to: Math.min(length, Math.max(0, last - start)),
    })
  }
  return slices
}
