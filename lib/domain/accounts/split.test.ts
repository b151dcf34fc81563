import { describe, expect, test } from 'vitest'
import { readTags, splitLine } from './split.ts'

const line = { amountMinor: -5_000n, currency: 'EUR' }
const of = (category: string, amount: string) => ({ category, amount })

describe('parts of a transaction', () => {
  test.each([
    ['exactly', [of('groceries', '20.00'), of('home', '30')], [-2_000n, -3_000n]],
    ['and the rest', [of('groceries', '20'), of('home', '')], [-2_000n, -3_000n]],
    ['the first the rest', [of('groceries', ''), of('home', '0.01')], [-4_999n, -1n]],
    ['of one category twice', [of('a', '10'), of('b', '30'), of('a', '')], [-2_000n, -3_000n]],
  ])('%s', (_, given, minors) => {
    const split = splitLine(line, given)
    expect('parts' in split ? split.parts.map(({ amountMinor }) => amountMinor) : split).toEqual(minors)
  })

  test('of money in', () => {
    expect(splitLine({ amountMinor: 300n, currency: 'JPY' }, [of('a', '100'), of('b', '')])).toEqual({
      parts: [
        { category: 'a', amountMinor: 100n },
        { category: 'b', amountMinor: 200n },
      ],
    })
  })

  test.each([
    ['too little', [of('a', '20'), of('b', '29.99')], { wrong: 'sum', left: '0.01' }],
    ['too much', [of('a', '20'), of('b', '30.01')], { wrong: 'sum', left: '-0.01' }],
    ['nothing left for the rest', [of('a', '50'), of('b', '')], { wrong: 'sum', left: '0.00' }],
    ['two rests', [of('a', ''), of('b', '')], { wrong: 'amount' }],
    ['no amount', [of('a', 'x'), of('b', '')], { wrong: 'amount' }],
    ['of another sign', [of('a', '-10'), of('b', '60')], { wrong: 'amount' }],
    ['of nothing', [of('a', '0'), of('b', '50')], { wrong: 'amount' }],
    ['half a cent', [of('a', '0.005'), of('b', '')], { wrong: 'amount' }],
    ['one', [of('a', '50')], { wrong: 'count' }],
    ['one category', [of('a', '20'), of('a', '30')], { wrong: 'count' }],
    ['thirteen', Array.from({ length: 13 }, (_, at) => of(`${at}`, at === 0 ? '' : '1')), { wrong: 'count' }],
  ])('refused: %s', (_, given, wrong) => expect(splitLine(line, given)).toEqual(wrong))
})

test('tags are spelt as those that are known', () => expect(readTags('ETE, mer', ['été'])).toEqual(['été', 'mer']))

test.each([
  ['', []],
  ['vacances, Travail', ['vacances', 'Travail']],
  [' #été,Ete , ,  été ', ['été']],
  ['x'.repeat(30), ['x'.repeat(30)]],
  ['x'.repeat(31), null],
  [Array.from({ length: 11 }, (_, at) => at).join(','), null],
])('tags of "%s"', (text, tags) => expect(readTags(text)).toEqual(tags))
