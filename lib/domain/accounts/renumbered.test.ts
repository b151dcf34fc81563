import { expect, test } from 'vitest'
import { type AbsentLine, type BookedContent, findRenumbered, judgeAbsent } from './renumbered.ts'

const line = (key: string, part: Partial<BookedContent> = {}): BookedContent => ({
  key,
  day: '2026-11-10',
  amountMinor: -250n,
  currency: 'EUR',
  label: 'CAFE',
  resourceId: null,
  ...part,
})
const found = (gone: BookedContent[], given: BookedContent[]) => [...findRenumbered(gone, given)]

test.each<[string, Partial<BookedContent>, boolean]>([
  ['the same', {}, true],
  ['on another day', { day: '2026-11-11' }, false],
  ['of another amount', { amountMinor: -251n }, false],
  ['in another currency', { currency: 'USD' }, false],
  ['with another text', { label: 'BAR' }, false],
])('under another reference %s', (_, part, isFound) => {
  expect(found([line('1')], [line('2', part)])).toEqual(isFound ? [['1', '2']] : [])
})

test('a text completed later is the same resource’s', () => {
  const [before, after] = [
    line('hash:a', { resourceId: 'r' }),
    line('hash:b', { resourceId: 'r', label: 'CAFE DES ARTS' }),
  ]
  expect(found([before], [after])).toEqual([['hash:a', 'hash:b']])
  expect(found([before], [{ ...after, amountMinor: 1n }])).toEqual([])
  expect(found([{ ...before, resourceId: null }], [{ ...after, resourceId: null }])).toEqual([])
})

test('each has one, those with the same text first', () => {
  expect(found([line('1'), line('2'), line('3')], [line('a'), line('b')])).toEqual([
    ['1', 'a'],
    ['2', 'b'],
  ])
  const [exact, other] = [line('x', { resourceId: 'r' }), line('y', { resourceId: 'r', label: 'Z' })]
  expect(found([line('1', { resourceId: 'r', label: 'Z' })], [exact, other])).toEqual([['1', 'y']])
})

const absent = (key: string, missing: boolean, part: Partial<BookedContent> = {}): AbsentLine => ({
  ...line(key, part),
  missing,
})

test.each<[string, AbsentLine[], BookedContent[], { renumbered?: string[]; missing?: string[]; takenBack?: string[] }]>(
  [
    ['none', [], [line('9')], {}],
    ['the first time', [absent('1', false)], [], { missing: ['1'] }],
    ['the second time', [absent('1', true)], [], { takenBack: ['1'] }],
    ['under a new key', [absent('1', false)], [line('9')], { renumbered: ['1 9'] }],
    ['under a new key the second time', [absent('1', true)], [line('9')], { renumbered: ['1 9'] }],
    [
      'of two equal ones one',
      [absent('1', true), absent('2', false)],
      [line('9')],
      { renumbered: ['1 9'], missing: ['2'] },
    ],
    [
      'on a day given in part',
      [absent('1', false, { day: '2026-11-07' }), absent('2', true, { day: '2026-11-07' })],
      [],
      {},
    ],
    [
      'renumbered on such a day',
      [absent('1', false, { day: '2026-11-07' })],
      [line('9', { day: '2026-11-07' })],
      { renumbered: ['1 9'] },
    ],
    ['on the first whole day', [absent('1', true, { day: '2026-11-08' })], [], { takenBack: ['1'] }],
  ],
)('no longer given: %s', (_, lines, fresh, { renumbered = [], missing = [], takenBack = [] }) => {
  const judged = judgeAbsent(lines, fresh, '2026-11-08')
  expect({ ...judged, renumbered: [...judged.renumbered].map(pair => pair.join(' ')) }).toEqual({
    renumbered,
    missing,
    takenBack,
  })
})
