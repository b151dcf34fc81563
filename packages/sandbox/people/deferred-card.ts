import { calendarOf, type Day, dayAt, lastBankDayOfMonth } from './days.ts'
import { scheduledOn } from './live.ts'
import type { Life, Schedule } from './schedules.ts'

/**
 * Deferred-debit cards (§ AIS behaviour rules 4 and 7). The month of a card closes on the 20th: slips up to then are debited from
 * the backing account on the last bank day of the month, later ones a month later.
 */
const closingDate = 20

/** The day on which a slip of `day` is debited from the backing account. */
export function drawDayOf(day: Day): Day {
  const { year, month, date } = calendarOf(day)
  return lastBankDayOfMonth(dayAt(year, date <= closingDate ? month : month + 1, 1))
}

/** The schedule of the backing account: the month's slips as one transaction, announced (FUTR) once the card's month is closed. */
export function cardInvoice(key: string, label: string, lifeOf: () => Life | null): Schedule {
  return (day, _chance, seed) => {
    const life = lifeOf()
    if (!life || day !== lastBankDayOfMonth(day)) return []
    const { year, month } = calendarOf(day)
    const first = dayAt(year, month - 1, closingDate + 1)
    const last = dayAt(year, month, closingDate)
    let amountMinor = 0n
    for (let at = first; at <= last; at++) {
      for (const slip of scheduledOn({ seed, key, life }, at)) amountMinor += slip.amountMinor
    }
    if (amountMinor === 0n) return []
    const until = `${String(closingDate).padStart(2, '0')}/${String(month).padStart(2, '0')}`
    const lines = [`FACTURE CARTE ${label}`, `ACHATS AU ${until}`]
    return [{ operation: 'cardInvoice', amountMinor, lines, announcedFrom: last + 1 }]
  }
}
