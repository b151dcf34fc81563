import { z } from 'zod'
import { chanceOf } from './chance.ts'
import { calendarOf, type Day, dayAt, dayOf, isoOf, lastBankDayOfMonth, weekdayOf } from './days.ts'
import { scheduledOn } from './live.ts'
import rows from './lives.json' with { type: 'json' }
import { type Life, readAct, readWhen, type Schedule, type Shops, transferFrom, transferTo } from './schedules.ts'

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
function cardInvoice(key: string, label: string, lifeOf: () => Life | null): Schedule {
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

const text = z.string()
const Party = z.tuple([text, text])
const LifeRow = z.strictObject({
  about: text,
  /** A deferred-debit card, whose slips have the day of their debit. */
  card: z.boolean().default(false),
  /** By name: when, which act, and its words. */
  schedules: z.record(text, z.tuple([text, text], z.unknown())),
  /** On that date of the month, in steps of cents: to whom the rest goes, and from whom comes what lacks. */
  balancing: z.strictObject({ date: z.int(), step: z.int(), put: Party, take: Party }).optional(),
})

const shops: Readonly<Record<string, Shops>> = z
  .record(text, z.array(z.tuple([text, z.int(), z.int()])).min(1))
  .parse(rows.shops)

/** A life as `lives.json` writes it. */
export function readLife(row: z.input<typeof LifeRow>): Life {
  const { card, schedules, balancing } = LifeRow.parse(row)
  const read = Object.entries(schedules).map(([name, words]) => [name, readSchedule(words, card)] as const)
  return {
    schedules: Object.fromEntries(read),
    ...(balancing && {
      balancing: {
        dateOfMonth: balancing.date,
        stepMinor: BigInt(balancing.step),
        put: (amountMinor, day, chance) =>
          transferTo(balancing.put[0], Number(amountMinor), balancing.put[1])(chance, day),
        take: (amountMinor, day, chance) =>
          transferFrom(balancing.take[0], Number(amountMinor), balancing.take[1])(chance, day),
      },
    }),
  }
}

function readSchedule([when, name, ...words]: readonly [string, string, ...unknown[]], isCard: boolean): Schedule {
  const [key, label] = words.map(String)
  if (name === 'invoice' && key && label) return cardInvoice(key, label, () => findLife(key))
  const [isDay, act] = [readWhen(when), readAct(name, words, shops)]
  return (day, chance) => {
    if (!isDay(day, chance)) return []
    const plan = act(chance, day)
    return [isCard ? { ...plan, drawnOn: drawDayOf(day) } : plan]
  }
}

const lives = new Map(
  Object.entries(z.record(text, LifeRow).parse(rows.lives)).map(([key, row]) => [key, readLife(row)] as const),
)

const stallKey = 'antoine-girard/marche'

/**
 * The life with the name stored in an account; null if there is none. `monique-roux/loyer-07` and
 * `antoine-girard/marche/2026-08-20` (first day of his card terminal) contain their parameters. A person added by the control
 * desk has another's life with other random numbers: `lea-moreau/courant#desk-1`.
 */
export function findLife(name: string): Life | null {
  const known = lives.get(name.replace(/#.*$/s, ''))
  if (known && name !== stallKey) return known
  const rent = /^monique-roux\/loyer-(\d\d)$/.exec(name)
  if (rent) return rentAccount(Number(rent[1]))
  const stall = /^antoine-girard\/marche\/(\d{4}-\d\d-\d\d)$/.exec(name)
  return stall?.[1] ? stallAccount(stall[1]) : null
}

/** Customers who pay by card, by weekday from Sunday; no market on Mondays. 1,570 a week: over 20,000 in any 90 days. */
const customersOf = [300, 0, 235, 235, 235, 235, 330]
const marketOf = ['CROIX ROUSSE', '', 'MONPLAISIR', 'GUILLOTIERE', 'JEAN MACE', 'BELLECOUR', 'SAINT ANTOINE']

/** One entry per customer since the trader has his own terminal; before that, one for the whole day. */
const receiptsSince =
  (first: Day): Schedule =>
  (day, chance) => {
    const weekday = weekdayOf(day)
    const customers = customersOf[weekday] ?? 0
    if (customers === 0) return []
    if (day < first) {
      const amountMinor = chance.cents(customers * 1180, customers * 1480)
      return [{ operation: 'cardReceiptsOfDay', amountMinor, lines: [`REMISE CB ${customers} OPERATIONS`] }]
    }
    const stamp = `${isoOf(day).slice(8, 10)}/${isoOf(day).slice(5, 7)}`
    return Array.from({ length: customers }, (_, at) => ({
      operation: 'cardReceipt' as const,
      amountMinor: chance.price(250, 2390),
      lines: [`ENC CB ${stamp} MARCHE ${marketOf[weekday]}`, `TICKET ${String(at + 1).padStart(4, '0')}`],
    }))
  }

/** Antoine's stall. `terminalSince` is `YYYY-MM-DD`: the first day of his card terminal. */
function stallAccount(terminalSince: string): Life {
  const life = lives.get(stallKey) ?? { schedules: {} }
  return { ...life, schedules: { receipts: receiptsSince(dayOf(terminalSince)), ...life.schedules } }
}

const streets = ['RUE GARIBALDI', 'COURS GAMBETTA', 'RUE DE CREQUI', 'AVENUE JEAN JAURES', 'RUE VENDOME'] as const

/** Name of a rent account: a flat in a building. `number` from 1. */
export function rentAccountName(number: number): string {
  const street = streets[(number - 1) % streets.length]
  const door = 4 + Math.floor((number - 1) / streets.length) * 6
  return `${door} ${street} LOT ${String(number).padStart(2, '0')}`
}

const tenants = z.tuple([text], text).parse(rows.tenants)

/** One of Monique's rent accounts: rent in, charges out, the rest to the owner on the 12th. */
function rentAccount(number: number): Life {
  const chance = chanceOf(`rent account ${number}`)
  const rent = chance.whole(520, 1380) * 100
  const tenant = chance.pick(tenants)
  // Some tenants pay by direct debit, the others by transfer, a few days late.
  const byDebit = chance.happens(0.3)
  const payday = byDebit ? 5 : chance.whole(2, 9)
  const motive = 'LOYER {month} {year}'
  const tax = chance.whole(480, 1120) * 100
  return readLife({
    about: 'A flat that Monique lets',
    schedules: {
      rent: byDebit
        ? [`monthly ${payday}`, 'credit', 'debitIssued', rent, `REMISE PRLV SEPA ${tenant}`, motive]
        : [`monthly ${payday}`, 'transferFrom', tenant, rent, motive],
      fee: ['monthly 10', 'transferTo', 'CABINET ROUX GESTION', Math.round(rent * 0.07), 'HONORAIRES {month}'],
      insurance: ['monthly 14', 'levy', 'GARANTIE LOYERS IMPAYES', Math.round(rent * 0.025)],
      building: ['quarterly 15', 'levy', 'SYNDIC REGIE DU RHONE', [14_000, 31_000], 'PROVISION CHARGES'],
      propertyTax: ['months 10 25', 'levy', 'DGFIP TAXE FONCIERE', tax, 'TAXE FONCIERE {year}'],
      repairs: ['sometimes 0.008', 'transferTo', 'PLOMBERIE SERVICE LYON', [9000, 38_000], 'INTERVENTION'],
      bookkeeping: ['months 3,6,9,12 28', 'debit', 'fee', 900, 'FRAIS TENUE DE COMPTE'],
    },
    balancing: {
      date: 12,
      step: 500,
      put: ['PROPRIETAIRE', 'REVERSEMENT LOYER'],
      take: ['PROPRIETAIRE', 'APPEL DE FONDS'],
    },
  })
}
