import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byAccount, type CountableAccount, countOnce, pickOnce } from './counting.ts'

const account = (id: string, part: Partial<CountableAccount> = {}): CountableAccount => ({
  id,
  kind: 'account',
  iban: 'FR1',
  cardId: null,
  currency: 'EUR',
  connectionId: id,
  resourceId: id,
  linkedResourceId: null,
  createdAt: new Date(0),
  gone: false,
  goneAt: null,
  readAt: 1,
  firstDay: '2026-06-01',
  ...part,
})
const counted = (...accounts: CountableAccount[]) => countOnce(accounts).map(({ id, before }) => `${id} ${before}`)

test.each<[string, CountableAccount[], string[]]>([
  ['one account', [account('a')], ['a null']],
  ['two logins: the one read last', [account('a'), account('b', { readAt: 2 })], ['b null', 'a 2026-06-01']],
  [
    'back under another id: what the old one has from before',
    [account('old', { gone: true, readAt: 9, firstDay: '2026-01-01' }), account('new')],
    ['new null', 'old 2026-06-01'],
  ],
  [
    'of three the third only before both',
    [
      account('a', { firstDay: '2026-01-01' }),
      account('b', { readAt: 3 }),
      account('c', { readAt: 2, firstDay: '2026-03-01' }),
    ],
    ['b null', 'c 2026-06-01', 'a 2026-03-01'],
  ],
  ['one without transactions', [account('a'), account('b', { readAt: 2, firstDay: null })], ['b null', 'a null']],
  ['two currencies', [account('a'), account('b', { currency: 'USD' })], ['a null', 'b null']],
  ['no IBAN', [account('a', { iban: null }), account('b', { iban: null })], ['a null', 'b null']],
  [
    'a card by its number',
    [
      account('a', { kind: 'card', cardId: '1' }),
      account('b', { kind: 'card', cardId: '1', readAt: 2 }),
      account('c', { kind: 'card', cardId: '2' }),
    ],
    ['b null', 'a 2026-06-01', 'c null'],
  ],
  [
    'cards of one number on two accounts, one of them through two logins',
    [
      account('one', { iban: 'FR1' }),
      account('two', { iban: 'FR2' }),
      account('again', { iban: 'FR2', readAt: 2 }),
      ...[['one'], ['two'], ['again', 3]].map(([on = '', readAt = 1]) =>
        account(`card-${on}`, {
          kind: 'card',
          iban: null,
          cardId: '1',
          connectionId: String(on),
          linkedResourceId: String(on),
          readAt: Number(readAt),
        }),
      ),
    ],
    ['one null', 'again null', 'two 2026-06-01', 'card-one null', 'card-again null', 'card-two 2026-06-01'],
  ],
  [
    'two cards of one masked number that two logins list',
    ['a', 'b'].flatMap(connectionId =>
      ['1', '2'].map(resourceId =>
        account(`${connectionId}${resourceId}`, { kind: 'card', cardId: '1', connectionId, resourceId }),
      ),
    ),
    ['b1 null', 'a1 2026-06-01', 'b2 null', 'a2 2026-06-01'],
  ],
  [
    'two accounts of one IBAN that one login listed at once, one closed since',
    [
      account('closed', { connectionId: 'a', gone: true, goneAt: new Date(5) }),
      account('new', { connectionId: 'a', createdAt: new Date(5), readAt: 2 }),
      account('other', { connectionId: 'a' }),
    ],
    ['new null', 'closed 2026-06-01', 'other null'],
  ],
])('%s', (_, accounts, expected) => {
  expect(counted(...accounts)).toEqual(expected)
  // Balances: the rows whose transactions count all, unless another has none.
  const picked = pickOnce(accounts).map(({ id }) => id)
  expect(picked).toHaveLength(byAccount(accounts).length)
  expect(expected.map(text => text.split(' ')[0])).toEqual(expect.arrayContaining(picked))
  expect(expected.filter(text => picked.includes(text.split(' ')[0] ?? '')).every(text => text.endsWith(' null'))).toBe(
    true,
  )
})

test('the one still listed counts, then the one read last, in the order given', () => {
  const rows = [account('gone', { gone: true, readAt: 9 }), account('b', { iban: 'FR2' }), account('a'), account('c')]
  expect(pickOnce(rows).map(({ id }) => id)).toEqual(['b', 'c'])
  expect(pickOnce(rows.slice(0, 1)).map(({ id }) => id)).toEqual(['gone'])
})

test('of any rows of an account, each day counts in one of them at most, imported or not', () => {
  const Row = fc.record({
    gone: fc.boolean(),
    readAt: fc.nat(3),
    firstDay: fc.option(fc.integer({ min: 1, max: 9 }).map(day => `2026-06-0${day}`)),
  })
  fc.assert(
    fc.property(fc.array(Row, { maxLength: 5 }), rows => {
      const accounts = rows.map((row, at) => account(`${at}`, row))
      const found = countOnce(accounts)
      for (let day = 1; day <= 9; day += 1) {
        const on = `2026-06-0${day}`
        const having = accounts.filter(({ firstDay }) => firstDay !== null && firstDay <= on)
        const counting = having.filter(({ id }) =>
          found.some(one => one.id === id && (one.before === null || on < one.before)),
        )
        expect(counting).toHaveLength(having.length > 0 ? 1 : 0)
        // Where one counts, what a file says of that day for another row is the same again.
        const importing = found.filter(
          ({ id, before }) =>
            (before === null || on < before) &&
            !found.some(
              one =>
                one.standsFor?.ids.includes(id) &&
                one.standsFor.since <= on &&
                (one.before === null || on < one.before),
            ),
        )
        if (counting[0]) expect(importing.map(({ id }) => id)).toEqual([counting[0].id])
      }
    }),
  )
})
