import { addDays } from '@guichet/values/calendar/day.ts'
import { describe, expect, test } from 'vitest'
import { type AlertChoices, type AlertFacts, type AlertKind, type AlertLine, alertKinds, findAlerts } from './alert.ts'

const today = '2026-11-28'
const line = (change: Partial<AlertLine> = {}): AlertLine => ({
  account: 'A',
  accountName: 'Current account',
  listedOn: '2026-06-01',
  day: today,
  label: 'PRLV NETFLIX',
  name: 'Netflix',
  counterparty: 'netflix',
  categories: ['leisure'],
  amountMinor: -1_399n,
  currency: 'EUR',
  ...change,
})
const balance = (...readings: readonly (readonly [bigint, string])[]) => ({
  account: 'A',
  accountName: 'Current account',
  currency: 'EUR',
  readings: readings.map(([amountMinor, day]) => ({ amountMinor, day })),
})
const all: AlertChoices = new Map<AlertKind, bigint | null>([
  ['large_debit', 50_000n],
  ['salary', null],
  ['low_balance', 10_000n],
  ['price_rise', null],
  ['budget', null],
])
const find = (facts: Partial<AlertFacts>, choices = all) =>
  findAlerts(choices, { today, lines: [], balances: [], budgets: [], ...facts })
const kinds = (facts: Partial<AlertFacts>) => find(facts).map(({ kind }) => kind)

const rent = line({ amountMinor: -50_000n, counterparty: 'sci', label: 'VIR LOYER', categories: ['housing'] })
const pay = line({ amountMinor: 268_437n, counterparty: 'employer', label: 'VIR SALAIRE', categories: ['salary'] })
const price = (...amounts: readonly (readonly [bigint, string])[]) =>
  amounts.map(([amountMinor, day]) => line({ amountMinor, day }))

describe('a debit above the amount', () => {
  test.each<[string, Partial<AlertLine>, number]>([
    ['of the amount', {}, 1],
    ['of a cent less', { amountMinor: -49_999n }, 0],
    ['of more', { amountMinor: -50_001n }, 1],
    ['a credit', { amountMinor: 50_000n }, 0],
    ['of another currency', { currency: 'USD' }, 0],
    ['a week ago', { day: '2026-11-21' }, 1],
    ['more than a week ago', { day: '2026-11-20' }, 0],
    ['of the day of linking, which came with the history', { listedOn: today }, 0],
    ['of the day after', { listedOn: '2026-11-27' }, 1],
  ])('%s', (_, change, count) => {
    expect(kinds({ lines: [{ ...rent, ...change }] })).toEqual(Array(count).fill('large_debit'))
  })

  test('the same thing has the same name, two alike on one day have two', () => {
    const [one, again] = [
      find({ lines: [rent] }),
      find({ lines: [{ ...rent, name: 'Renamed', categories: ['other'] }] }),
    ]
    expect(one[0]?.about).toBe(again[0]?.about)
    expect(new Set(find({ lines: [rent, rent] }).map(({ about }) => about)).size).toBe(2)
    expect(find({ lines: [rent] })[0]).toMatchObject({
      amountMinor: 50_000n,
      day: today,
      accountName: 'Current account',
    })
  })
})

test.each<[string, Partial<AlertLine>, AlertKind[]]>([
  ['arrived', {}, ['salary']],
  ['in another currency', { currency: 'CHF' }, ['salary']],
  ['taken back', { amountMinor: -100n }, []],
  ['another income', { categories: ['other_income'] }, []],
  ['of the history', { listedOn: '2026-12-01' }, []],
])('a salary %s', (_, change, expected) => {
  expect(kinds({ lines: [{ ...pay, ...change }] })).toEqual(expected)
})

/** `amount days-ago`, newest first. */
const seriesOf = (text: string) =>
  text.split(', ').flatMap((one): (readonly [bigint, string])[] => {
    const [amount, ago] = one.split(' ')
    return amount && ago ? [[BigInt(amount), addDays(today, -Number(ago))]] : []
  })

test.each([
  ['fell below', '9999 0, 10000 1', true],
  ['is at the amount', '10000 0, 20000 1', false],
  ['is below since before it was linked', '500 0, 400 27', false],
  ['is below since long', '500 0, 400 8, 10000 9', false],
  ['fell and went on falling', '-5 0, 400 2, 10000 9', true],
  ['is above again', '10000 0, 400 2, 10000 9', false],
  ['was never read', '', false],
])('a balance that %s', (_, series, told) => {
  const readings = seriesOf(series)
  const found = find({ balances: [balance(...readings)] })
  expect(found.map(({ kind }) => kind)).toEqual(told ? ['low_balance'] : [])
  if (told) expect(found[0]?.amountMinor).toBe(readings[0]?.[0])
})

test('a balance that goes on falling, or is read again, is told once; one of another currency never', () => {
  const before = find({ balances: [balance([400n, '2026-11-26'], [10_000n, '2026-11-19'])] })
  const after = find({ balances: [balance([-5n, today], [400n, '2026-11-26'], [10_000n, '2026-11-19'])] })
  expect(after[0]?.about).toBe(before[0]?.about)
  const read = find({ balances: [balance([400n, today], [10_000n, '2026-11-19'])] })
  expect(read[0]?.about).toBe(before[0]?.about)
  expect(find({ balances: [balance([400n, today], [10_000n, '2026-09-28'])] })).toEqual([])
  expect(find({ balances: [{ ...balance([1n, today], [10_000n, '2026-11-27']), currency: 'USD' }] })).toEqual([])
})

test.each([
  ['rose', '-1499 0, -1399 31, -1399 61', 1_399n],
  ['is the same', '-1399 0, -1399 31, -1399 61', null],
  ['fell', '-1299 0, -1399 31, -1399 61', null],
  ['rose by cents', '-1420 0, -1399 31, -1399 61', null],
  ['rose by less than a hundredth', '-40300 0, -40000 31, -40000 61', null],
  ['doubled', '-2798 0, -1399 31, -1399 61', null],
  ['changes each time', '-1499 0, -1399 31, -1299 61', null],
  ['was paid once before', '-1499 0, -1399 31', null],
  ['is a ticket bought often', '-290 0, -190 1, -190 2', null],
  ['came in', '1499 0, 1399 31, 1399 61', null],
])('a price that %s', (_, series, before) => {
  const found = find({ lines: price(...seriesOf(series)) })
  expect(found.map(({ kind, beforeMinor }) => [kind, beforeMinor])).toEqual(
    before === null ? [] : [['price_rise', before]],
  )
})

test.each([
  [80, 'leisure', 1],
  [79, 'leisure', 0],
  [120, 'leisure', 1],
  [80, 'housing', 0],
  [80, 'streaming', 1],
  [80, 'housing, leisure', 1],
])('a budget used to %d %% when money was spent on %s', (percent, spentOn, count) => {
  const found = find({
    lines: [line({ categories: spentOn.split(', ') })],
    budgets: [{ category: 'leisure', name: 'Leisure', percent, spentMinor: 8_000n }],
  })
  expect(found.map(({ kind, about }) => [kind, about])).toEqual(Array(count).fill(['budget', 'leisure 2026-11']))
})

test('only what is chosen is told', () => {
  const facts = {
    lines: [rent, pay, ...price([-1_499n, today], [-1_399n, '2026-10-28'], [-1_399n, '2026-09-28'])],
    balances: [balance([9_999n, today], [10_000n, '2026-11-27'])],
    budgets: [{ category: 'leisure', name: 'Leisure', percent: 90, spentMinor: 9_000n }],
  }
  expect(find(facts).map(({ kind }) => kind)).toEqual(['large_debit', 'salary', 'low_balance', 'price_rise', 'budget'])
  for (const kind of alertKinds)
    expect(find(facts, new Map([[kind, all.get(kind) ?? null]])).map(one => one.kind)).toEqual([kind])
  expect(find(facts, new Map())).toEqual([])
  expect(find(facts, new Map([['large_debit', null]]))).toEqual([])
})
