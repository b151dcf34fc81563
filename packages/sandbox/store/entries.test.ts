import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { storePeople } from '#sandbox/people/settle.ts'
import { accountsOf } from './accounts.ts'
import {
  addEntry,
  dayOfPosition,
  type Entry,
  type EntryStatus,
  positionOf,
  positionOfDay,
  positionOfReference,
  referenceOf,
  sumBooked,
  sumPending,
} from './entries.ts'
import { openStore } from './open.ts'
import { tables } from './schema.ts'

const db = openStore(':memory:', tables)
storePeople(db, '2026-11-21')
const accountId = accountsOf(db, 'lea-moreau')[0]?.id ?? ''
afterAll(() => db.close())

const dayIn = (at: number) => `2026-11-${String(1 + at).padStart(2, '0')}`

describe('positions', () => {
  test('a reference contains its position and grows with it', () => {
    fc.assert(
      fc.property(fc.nat(20_000), fc.nat(89_999), (days, slot) => {
        const position = days * 100_000 + slot
        expect(positionOfReference(referenceOf(position))).toBe(position)
        expect(referenceOf(position + 1) > referenceOf(position)).toBe(true)
        expect(positionOfDay(dayOfPosition(position))).toBe(days * 100_000)
      }),
    )
  })
})

describe('sums', () => {
  type Row = { at: number; amount: number; status: EntryStatus; later: number }
  const row: fc.Arbitrary<Row> = fc.record({
    at: fc.nat(19),
    amount: fc.integer({ min: -90_000, max: 90_000 }),
    status: fc.constantFrom<EntryStatus>('BOOK', 'BOOK', 'BOOK', 'PDNG', 'FUTR', 'INFO'),
    later: fc.nat(3),
  })

  test('equal those of the rows, whatever is added or removed', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 40 }), fc.array(fc.nat(39)), fc.nat(19), (rows, gone, until) => {
        db.exec('BEGIN')
        const kept = rows.filter((_, at) => !gone.includes(at))
        for (const [at, one] of rows.entries()) addEntry(db, toEntry(one, at))
        for (const [at, one] of rows.entries()) {
          if (gone.includes(at)) db.prepare('DELETE FROM entries WHERE position = ?').run(toEntry(one, at).position)
        }
        const booked = kept.filter(one => one.status === 'BOOK' && one.at <= until)
        const sum = (some: Row[]) => some.reduce((all, one) => all + BigInt(one.amount), 0n)
        expect(sumBooked(db, accountId, dayIn(until))).toEqual({
          bookedMinor: sum(booked),
          valuedMinor: sum(booked.filter(one => one.at + one.later <= until)),
        })
        const pending = kept.filter(one => one.status === 'PDNG' && one.at >= until)
        expect(sumPending(db, accountId, dayIn(until))).toBe(sum(pending))
        db.exec('ROLLBACK')
      }),
      { numRuns: 60 },
    )
  })

  test('an entry is never updated', () => {
    addEntry(db, toEntry({ at: 0, amount: 1, status: 'BOOK', later: 0 }, 0))
    expect(() => db.exec('UPDATE entries SET amount_minor = 2')).toThrow('never changed')
    expect(() => addEntry(db, toEntry({ at: 0, amount: 5, status: 'BOOK', later: 0 }, 0))).toThrow('UNIQUE')
  })

  function toEntry({ at, amount, status, later }: Row, slot: number): Entry {
    return {
      accountId,
      position: positionOf(dayIn(at), slot, status),
      status,
      source: 'life',
      operation: 'otherCredit',
      amountMinor: BigInt(amount),
      valueOn: dayIn(at + later),
      happenedOn: dayIn(status === 'PDNG' ? 0 : at),
      drawnOn: null,
      lines: ['TEST'],
      endToEndId: null,
    }
  }
})
