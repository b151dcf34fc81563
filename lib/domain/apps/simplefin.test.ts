import { addDays } from '@guichet/values/calendar/day.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accessAddress, attentionOf, basicOf, daysOf, noonOf, readSimpleFinQuery, setupTokenOf } from './simplefin.ts'

const query = (text: string) => readSimpleFinQuery(new URLSearchParams(text))
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

test('a setup token is the base64 of an address; the access address has user and password, and keeps a port', () => {
  const address = 'https://guichet.example/simplefin/claim/x'
  expect(Buffer.from(setupTokenOf(address), 'base64').toString()).toBe(address)
  const base = 'https://localhost:3000/simplefin'
  expect(accessAddress(base, 'id', 'secret')).toBe('https://id:secret@localhost:3000/simplefin')
})

test.each([
  [basic('id:secret'), { user: 'id', password: 'secret' }],
  [basic('id:se:cret').replace('Basic', 'basic'), { user: 'id', password: 'se:cret' }],
  [basic('id'), null],
  ['Bearer x', null],
  ['Basic !', null],
  [`Basic ${'A'.repeat(5_000)}`, null],
  ['', null],
  [null, null],
])('the header %s', (header, read) => {
  expect(basicOf(header)).toEqual(read)
})

const nothing = { start: null, end: null, pending: false, balancesOnly: false, refresh: false, accounts: [] }

test.each([
  ['', nothing],
  ['unknown=1', nothing],
  ['start-date=1767225600&end-date=1767312000.5', { ...nothing, start: 1_767_225_600, end: 1_767_312_000.5 }],
  [
    'pending=1&balances-only=1&account=a&account=b',
    { ...nothing, pending: true, balancesOnly: true, accounts: ['a', 'b'] },
  ],
  ['pending=0', nothing],
  ['start-date=2026-01-01', { fault: 'start-date' }],
  ['start-date=', { fault: 'start-date' }],
  ['end-date=1e9', { fault: 'end-date' }],
  ['end-date=999999999999', { fault: 'end-date' }],
  ['pending=yes', { fault: 'pending' }],
  ['balances-only=true', { fault: 'balances-only' }],
  [Array.from({ length: 501 }, () => 'account=a').join('&'), { fault: 'account' }],
])('the query %.40s', (text, read) => {
  expect(query(text)).toEqual(read)
})

describe('the days of a period', () => {
  const asked = (start: number | null, end: number | null) => ({ ...nothing, start, end })
  const today = '2026-06-15'

  test('are those whose noon lies in it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -20_000, max: 20_000 }),
        fc.integer({ min: 0, max: 200 * 86_400 }),
        (ago, length) => {
          const start = noonOf(today) + ago * 3_607
          const { from, to } = daysOf(asked(start, start + length), today, null)
          expect(noonOf(from)).toBeGreaterThanOrEqual(start)
          expect(noonOf(addDays(from, -1))).toBeLessThan(start)
          expect(noonOf(to)).toBeLessThan(start + length)
          expect(noonOf(addDays(to, 1))).toBeGreaterThanOrEqual(start + length)
        },
      ),
    )
  })

  test('are ninety to today and beyond without a period, never before the history that is allowed', () => {
    expect(daysOf(asked(null, null), today, null)).toMatchObject({ from: '2026-03-17' })
    expect(daysOf(asked(null, null), today, '2026-06-01')).toMatchObject({ from: '2026-06-01' })
    expect(daysOf(asked(0, null), today, '2026-06-01')).toMatchObject({ from: '2026-06-01' })
    expect(daysOf(asked(-99_999_999_999, 99_999_999_999), today, null)).toMatchObject({ from: '1900-01-01' })
  })

  test('are none of a period that is turned round', () => {
    const { from, to } = daysOf(asked(noonOf('2026-06-10'), noonOf('2026-06-01')), today, null)
    expect(from > to).toBe(true)
  })
})

test('a connection that is not read asks for attention', () => {
  const states = ['active', 'choosing', 'expired', 'revoked', 'replaced', 'disconnected']
  expect(states.filter(state => attentionOf(state) !== null)).toEqual(['choosing', 'expired', 'revoked', 'replaced'])
})
