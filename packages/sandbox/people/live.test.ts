import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { livesSeed } from './advance.ts'
import { calendarOf, type Day, dayAt, dayOf, isBankDay, isoOf, lastBankDayOfMonth } from './days.ts'
import { entriesBetween, type Living, upcomingAt } from './live.ts'
import { categories, issuedTransfers, operations } from './operations.ts'
import { portfolio } from './portfolio.ts'
import { drawDayOf, findLife } from './scenarios.ts'

const today = dayOf('2026-11-21')
const from = dayOf('2024-11-01')

function living(key: string, since: Day = from): Living {
  const life = findLife(key)
  if (!life) throw new Error(`no life ${key}`)
  return { seed: livesSeed, key, life, from: since }
}

/** As in `settle.ts`: the first of the month, 24 months before. */
function twoYearsBefore(day: Day): Day {
  const { year, month } = calendarOf(day)
  return dayAt(year - 2, month, 1)
}

const stall = `antoine-girard/marche/${isoOf(today - 93)}`
const keys = portfolio.map(plan => (plan.key === 'antoine-girard/marche' ? stall : plan.key)).filter(findLife)
const workshop = living('karim-haddad/atelier')

describe('a life is a function of seed, account and day', () => {
  test('generated twice it is the same', () => {
    for (const key of keys.filter(one => one !== stall).slice(0, 14)) {
      expect(entriesBetween(living(key), from, today)).toEqual(entriesBetween(living(key), from, today))
    }
  })

  test('generated in parts it is the same: nothing lost or doubled', () => {
    const whole = entriesBetween(workshop, from, today)
    fc.assert(
      fc.property(fc.integer({ min: from, max: today - 1 }), cut => {
        const pieces = [...entriesBetween(workshop, from, cut), ...entriesBetween(workshop, cut + 1, today)]
        expect(pieces).toEqual(whole)
      }),
      { numRuns: 12 },
    )
  })

  test('generated day by day over both changes of clocks it is the same', () => {
    for (const change of ['2026-03-29', '2026-10-25']) {
      const [first, last] = [dayOf(change) - 5, dayOf(change) + 5]
      const days = Array.from({ length: last - first + 1 }, (_, at) => first + at)
      expect(days.flatMap(day => entriesBetween(workshop, day, day))).toEqual(entriesBetween(workshop, first, last))
    }
  })

  test('another seed or account gives another life', () => {
    const amounts = (one: Living) => entriesBetween(one, today - 60, today).map(entry => entry.amountMinor)
    expect(amounts({ ...workshop, seed: 'another' })).not.toEqual(amounts(workshop))
    expect(amounts(living('monique-roux/loyer-01'))).not.toEqual(amounts(living('monique-roux/loyer-02')))
  })

  test('nothing happens before its start', () => {
    expect(entriesBetween(living('lea-moreau/courant', today), today - 40, today - 1)).toEqual([])
  })
})

describe('the bank’s texts', () => {
  const all = keys.flatMap(key => entriesBetween(living(key), from, today))

  test('every category of document 1 occurs', () => {
    const seen = new Set(all.map(entry => operations[entry.operation].category))
    expect([...seen].sort()).toEqual([...categories].sort())
  })

  test('every operation is used, with codes of four letters and three digits', () => {
    const seen = new Set(all.map(entry => entry.operation))
    expect(Object.keys(operations).filter(name => !seen.has(name as keyof typeof operations))).toEqual([])
    for (const { domain, family, subFamily, code } of Object.values(operations)) {
      expect(`${domain}/${family}/${subFamily}/${code}`).toMatch(/^[A-Z]{4}\/[A-Z]{4}\/[A-Z]{4}\/\d{3}$/)
    }
    expect(new Set(Object.values(operations).map(({ code }) => code)).size).toBe(Object.keys(operations).length)
  })

  test('lines are short, filled in and in capitals; no amount is zero', () => {
    expect(all.filter(({ amountMinor, lines }) => amountMinor === 0n || lines.length === 0)).toEqual([])
    expect(all.flatMap(({ lines }) => lines).filter(line => !/^[A-Z0-9 .,'/&-]{3,140}$/.test(line))).toEqual([])
  })

  test('issued transfers, also international ones, have their own end-to-end id, others have none', () => {
    const wrong = all.filter(({ operation, endToEndId }) => {
      const isIssued = issuedTransfers.some(one => one === operation)
      return isIssued ? !/^VIR\d{14}$/.test(endToEndId ?? '') : endToEndId !== undefined
    })
    expect(wrong).toEqual([])
  })

  test('the sign matches the kind of operation', () => {
    const signs = new Map<string, Set<boolean>>()
    for (const { operation, amountMinor } of all) {
      signs.set(operation, (signs.get(operation) ?? new Set()).add(amountMinor > 0n))
    }
    for (const [operation, both] of signs) expect([operation, both.size]).toEqual([operation, 1])
  })

  test('only instant transfers and card receipts are booked when banks are closed', () => {
    const onRestDays = all.filter(entry => !isBankDay(entry.bookedOn)).map(entry => operations[entry.operation].booking)
    expect([...new Set(onRestDays)]).toEqual(['same_day'])
  })
})

describe('balances stay plausible', () => {
  const days = ['2026-11-21', '2026-02-28', '2027-01-01', '2028-02-29', '2031-08-15']

  test.each(
    portfolio
      .filter(plan => plan.backing === undefined && plan.age === 'settled')
      .map(plan => [plan.key, plan] as const),
  )('%s stays between its overdraft and a sum that makes sense', (key, plan) => {
    for (const day of days.map(dayOf)) {
      const one = living(key === 'antoine-girard/marche' ? `${key}/${isoOf(day - 93)}` : key, twoYearsBefore(day))
      let balance = BigInt(plan.openingMinor)
      let lowest = balance
      let highest = balance
      for (const { amountMinor } of entriesBetween(one, one.from, day)) {
        balance += amountMinor
        if (balance < lowest) lowest = balance
        if (balance > highest) highest = balance
      }
      const ceiling = 300_000n + 5n * BigInt(plan.openingMinor)
      expect({ day: isoOf(day), low: lowest >= -BigInt(plan.overdraftMinor), lowest }).toMatchObject({ low: true })
      expect({ day: isoOf(day), high: highest <= ceiling, highest }).toMatchObject({ high: true })
    }
  })
})

describe('what is not booked (§ AIS behaviour rules 9 and 10)', () => {
  const days = Array.from({ length: 400 }, (_, at) => today - 200 + at)

  test('card payments are PDNG until the next bank day; Camille always has one', () => {
    const camille = living('camille-bernard/courant')
    for (const day of days) {
      const pending = upcomingAt(camille, day).filter(entry => entry.status === 'PDNG')
      expect(pending.some(entry => entry.happensOn === day)).toBe(true)
      expect(pending.filter(entry => entry.bookedOn <= day)).toEqual([])
    }
  })

  test('direct debits are announced 15 days before, and booked as announced', () => {
    const joint = living('bernard/joint')
    for (const day of days.slice(0, 60)) {
      const due = upcomingAt(joint, day).filter(entry => entry.status === 'FUTR')
      for (const entry of due) expect(entry.bookedOn - day).toSatisfy((wait: number) => wait >= 1 && wait <= 15)
      const booked = entriesBetween(joint, day + 1, day + 15).filter(
        ({ operation }) => operations[operation].category === 'levy received',
      )
      const sorted = due.toSorted((left, right) => left.bookedOn - right.bookedOn)
      expect(sorted.map(({ status: _, ...entry }) => entry)).toEqual(booked)
    }
  })

  test('a refused operation is shown as INFO for a month and never booked', () => {
    const seen = upcomingAt(workshop, today).filter(entry => entry.status === 'INFO')
    expect(seen).toHaveLength(1)
    const lines = entriesBetween(workshop, from, today).flatMap(entry => entry.lines)
    expect(lines).not.toContain('VIREMENT REJETE PLAFOND DEPASSE')
  })

  test('a card’s invoice is announced from the 21st until its debit', () => {
    const account = living('sophie-laurent/courant')
    const invoices = (iso: string) => upcomingAt(account, dayOf(iso)).filter(entry => entry.operation === 'cardInvoice')
    expect(invoices('2026-11-20')).toEqual([])
    expect(invoices('2026-11-21')).toMatchObject([{ status: 'FUTR', bookedOn: dayOf('2026-11-30') }])
    expect(invoices('2026-11-30')).toEqual([])
  })
})

describe('a deferred-debit card (§ AIS behaviour rule 7)', () => {
  test('the debit is the sum of its slips', () => {
    const slips = entriesBetween(living('sophie-laurent/carte'), from, today)
    const drawn = entriesBetween(living('sophie-laurent/courant'), dayOf('2025-01-01'), today).filter(
      entry => entry.operation === 'cardInvoice',
    )
    expect(drawn).toHaveLength(22)
    for (const invoice of drawn) {
      const sum = slips
        .filter(slip => slip.drawnOn === invoice.bookedOn)
        .reduce((all, slip) => all + slip.amountMinor, 0n)
      expect(invoice.amountMinor).toBe(sum)
    }
  })

  test('slips are debited at a future month-end, those after the 20th a month later', () => {
    expect(isoOf(drawDayOf(dayOf('2026-11-20')))).toBe('2026-11-30')
    expect(isoOf(drawDayOf(dayOf('2026-11-21')))).toBe('2026-12-31')
    fc.assert(
      fc.property(fc.integer({ min: from, max: today + 4000 }), day => {
        const draw = drawDayOf(day)
        return draw > day && draw - day < 45 && draw === lastBankDayOfMonth(draw)
      }),
    )
  })
})

test('Antoine has more than 20,000 receipts in any 90 days', () => {
  for (const shift of [0, 1, 2, 3, 4, 5, 6]) {
    const count = entriesBetween(
      living(`antoine-girard/marche/${isoOf(today - 93)}`),
      today - 90 + shift,
      today - 1 + shift,
    )
    expect(count.length).toBeGreaterThanOrEqual(20_000)
    expect(count.length).toBeLessThan(21_500)
  }
})
