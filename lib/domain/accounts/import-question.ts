import { formatAmount } from '@guichet/values/money/minor.ts'
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

/** `-5,00` among debits: spent, or taken back. */
export function askBelowZero(text: string, currency: string, decimal: DecimalSign | null, line: number): ImportReading {
  const money = readFileAmount(text, currency, decimal)
  const answers = waysBelowZero.map(value => {
    const amountMinor = money && (value === 'out' ? money.amountMinor : -money.amountMinor)
    return { value, reading: amountMinor === null ? null : formatAmount({ amountMinor, currency }) }
  })
  return askFirst({ field: 'belowZero', text, answers }, 'ambiguous_amount', line)
}
