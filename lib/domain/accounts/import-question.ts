import { formatAmount } from '@guichet/values/money/minor.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { dayOrders, readDay } from './import-day.ts'
import { askFirst, type ImportReading, waysBelowZero } from './import-line.ts'
import { type DecimalSign, decimalSigns, readFileAmount } from './import-number.ts'

/** What can be read in two ways, with both readings. */

export function askDayOrder(text: string, line: number | null): ImportReading {
  const answers = dayOrders.map(value => ({ value, reading: readDay(text, value) }))
  return askFirst({ field: 'dayOrder', text, answers }, 'ambiguous_day', line)
}

export function askDecimal(text: string, currency: string, line: number | null): ImportReading {
  const answers = decimalSigns.map(value => {
    const money = readFileAmount(text, currency, value)
    return { value, reading: money && formatAmount(money) }
  })
  return askFirst({ field: 'decimal', text, answers }, 'ambiguous_amount', line)
}

export type UnclearSign = {
  readonly text: string
  readonly line: number
  readonly label: string
  /** Rows that the answer is about too. */
  readonly others: number
}

/** `-5,00` among debits: spent, or taken back; `5,00` without a sign anywhere. */
export function askBelowZero(
  { text, line, label, others }: UnclearSign,
  currency: string,
  decimal: DecimalSign | null,
): ImportReading {
  const money = readFileAmount(text, currency, decimal)
  const answers = waysBelowZero.map(value => {
    const amountMinor = money && (value === 'out' ? money.amountMinor : -money.amountMinor)
    return { value, reading: amountMinor === null ? null : formatAmount({ amountMinor, currency }) }
  })
  const said = `${cleanText(label, 60)} ${text}`.trim()
  return askFirst({ field: 'belowZero', text: said, others, answers }, 'ambiguous_amount', line)
}
