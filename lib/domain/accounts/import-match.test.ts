import { expect, test } from 'vitest'
import { findDoubles, type KnownLine, likeness } from './import-match.ts'

const line = (day: string, label = 'edf clients', part: Partial<KnownLine> = {}): KnownLine => ({
  day,
  label,
  amountMinor: -1_000n,
  reference: null,
  ...part,
})
const one = line('2026-11-10')

test.each<[string, KnownLine, number | null]>([
  ['the same day and words', one, 0],
  ['three days before', line('2026-11-07'), 0],
  ['three days after', line('2026-11-13'), 0],
  ['four days before', line('2026-11-06'), null],
  ['four days after', line('2026-11-14'), null],
  ['another amount', { ...one, amountMinor: -1_001n }, null],
  ['half of the words', line('2026-11-10', 'edf particuliers'), 0],
  ['a third of the words', line('2026-11-10', 'edf particuliers lyon', {}), 0],
  ['none of the words', line('2026-11-10', 'sncf connect'), null],
  ['no words at all', line('2026-11-10', '0012345'), 0],
])('a line with %s: %s', (_, known, double) => {
  expect(findDoubles([one], [known])).toEqual([double])
})

test('a third of the words of both is not enough', () => {
  expect(findDoubles([line('2026-11-10', 'edf clients lyon')], [line('2026-11-10', 'edf particuliers paris')])).toEqual(
    [null],
  )
})

test('the bank’s reference decides, with the same amount', () => {
  const named = { ...one, reference: 'R1' }
  expect(findDoubles([named], [one, line('2026-01-01', 'other', { reference: 'R1' })])).toEqual([1])
  expect(findDoubles([named], [line('2026-01-01', 'other', { reference: 'R1', amountMinor: -2n })])).toEqual([null])
  expect(findDoubles([{ ...one, reference: '' }], [line('2026-01-01', 'other', { reference: '' })])).toEqual([null])
})

test('lines of one source are one only if they say the same, and their references too', () => {
  const of = (day: string, part: Partial<KnownLine> = {}) => line(day, 'bus', { source: 'csv', ...part })
  expect(findDoubles([of('2026-09-08')], [of('2026-09-07')])).toEqual([null])
  expect(findDoubles([of('2026-09-08')], [of('2026-09-07', { source: 'ofx' })])).toEqual([0])
  expect(findDoubles([of('2026-09-08')], [of('2026-09-08')])).toEqual([0])
  const [first, second] = [of('2026-09-08', { reference: 'A' }), of('2026-09-08', { reference: 'B' })]
  expect(findDoubles([first], [second])).toEqual([null])
  expect(findDoubles([first], [first, second])).toEqual([0])
  expect(findDoubles([first], [of('2026-09-08'), second])).toEqual([0])
  expect(findDoubles([first], [{ ...second, source: 'ofx' }])).toEqual([0])
  // A program that writes one reference into each of its files.
  expect(findDoubles([first], [{ ...first, day: '2026-08-08' }])).toEqual([null])
  expect(findDoubles([first], [{ ...first, day: '2026-09-06' }])).toEqual([0])
})

test('a day that the other source doesn’t cover has no double there', () => {
  const bank = line('2026-09-08', 'bus', { source: 'bank', from: '2026-09-08' })
  const file = (day: string) => line(day, 'bus', { source: 'csv', from: '2026-09-05', to: '2026-09-07' })
  expect(findDoubles([file('2026-09-07')], [bank])).toEqual([null])
  expect(findDoubles([{ ...file('2026-09-07'), to: '2026-09-30' }], [{ ...bank, from: '2026-09-01' }])).toEqual([0])
})

test('a reference of one source has no double outside the days of its other file', () => {
  const daily = (day: string) =>
    line(day, 'remise', { source: 'cfonb120', reference: 'CONTRAT 4711', from: day, to: day })
  expect(findDoubles([daily('2026-09-09')], [daily('2026-09-08')])).toEqual([null])
  expect(findDoubles([daily('2026-09-09')], [daily('2026-09-09')])).toEqual([0])
  const [moved, known] = [daily('2026-09-09'), daily('2026-09-08')].map(one => ({ ...one, source: 'ofx' }))
  const found = (part: Partial<KnownLine>) => findDoubles(moved ? [{ ...moved, ...part }] : [], known ? [known] : [])
  expect([{}, { label: 'carrefour' }, { day: '2026-09-16' }].map(found)).toEqual([[0], [null], [null]])
  const week = { ...daily('2026-09-08'), from: '2026-09-07', to: '2026-09-11' }
  expect(findDoubles([{ ...week, day: '2026-09-09' }], [week])).toEqual([0])
})

test('each known line has one double, in order', () => {
  expect(findDoubles([one, one, one], [one, one])).toEqual([0, 1, null])
  expect(findDoubles([{ ...one, reference: 'R1' }, one], [one, { ...one, reference: 'R1' }])).toEqual([1, 0])
})

test.each([
  ['the nearest day', [line('2026-11-13', 'edf'), line('2026-11-11', 'edf'), line('2026-11-08', 'edf')], 1],
  ['of one day the most alike', [line('2026-11-11', 'edf lyon'), line('2026-11-11', 'edf clients')], 1],
  ['as near, the earlier', [line('2026-11-12', 'edf'), line('2026-11-08', 'edf')], 1],
  ['as alike on one day, the first', [line('2026-11-11', 'edf'), line('2026-11-11', 'edf')], 0],
])('the double is %s', (_, known, double) => {
  expect(findDoubles([one], known)).toEqual([double])
})

test('a nearer line later in the file is the double', () => {
  expect(findDoubles([line('2026-11-07', 'edf'), line('2026-11-09', 'edf')], [one])).toEqual([null, 0])
})

test('of lines with the same amount around a day, the fifty nearest are compared', () => {
  const strangers = (count: number) => Array.from({ length: count }, () => line('2026-11-10', 'sncf connect'))
  const alike = line('2026-11-11', 'edf')
  expect(findDoubles([one], [...strangers(49), alike])).toEqual([49])
  expect(findDoubles([one], [...strangers(50), alike])).toEqual([null])
  expect(findDoubles([one], [...Array.from({ length: 80 }, () => line('2026-11-01', 'edf')), alike])).toEqual([80])
})

test('more than fifty equal lines have a double each', () => {
  const equal = Array.from({ length: 60 }, () => one)
  expect(findDoubles(equal, equal)).toEqual(equal.map((_, at) => at))
})

test('labels are compared by their words of three letters or more', () => {
  expect(likeness('edf clients', 'edf lyon')).toBe(0.5)
  expect(likeness('edf', 'edf lyon')).toBe(1)
  expect(likeness('vie de paul', 'rue de lyon')).toBe(0)
  expect(likeness('rue 12/11', 'rue-99')).toBe(1)
})

test('equal amounts of one day are compared a limited number of times, whatever a file contains', () => {
  const [many, others] = ['edf', 'gaz'].map(word =>
    Array.from({ length: 20_000 }, (_, at) => line('2026-11-01', `${word} ${'abcdefghij'.charAt(at % 10)}${word}`)),
  )
  // A square of 20,000 is 400 million comparisons.
  expect(new Set(findDoubles(many ?? [], others ?? []))).toEqual(new Set([null]))
})
