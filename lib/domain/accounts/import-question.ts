import { formatAmount } from '@guichet/values/money/minor.ts'
import { dayOrders, readDay } from './import-day.ts'
import { askFirst, type ImportReading } from './import-line.ts'
import { decimalSigns, readFileAmount } from './import-number.ts'

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
