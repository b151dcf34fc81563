import { expect, test } from 'vitest'
import { rowsOf } from '#testing/rows.ts'
import {
  findHolder,
  findLinkedHolder,
  findLinkedHolders,
  isOneName,
  isRecent,
  type LinkedAccount,
  merchantFinding,
} from './verification.ts'

test.each(rowsOf<[string, string[], string, string | null]>(import.meta.url, 'holders'))(
  '%j beside %j: %s',
  (typed, holders, answer, matchedName) => expect(findHolder(typed, holders)).toEqual({ answer, matchedName }),
)

type Linked = [
  string,
  string,
  string | null,
  string | null,
  string[] | null,
  boolean,
  string | null,
  string,
  string | null,
]
const toAccount = ([, name, usage, psuStatus, owners, isOfCompany, psuName]: Linked): LinkedAccount => {
  return { name, usage, psuStatus, owners, isOfCompany, psuName }
}

test.each(rowsOf<Linked>(import.meta.url, 'linked-holders'))(
  '%j for %j, %s, %s, owners %j, of a company %s, of %s: %s',
  (...row) => {
    const [typed, , , , , , , answer, matchedName] = row
    expect(findLinkedHolder(typed, toAccount(row))).toEqual({ answer, matchedName })
  },
)

test('of accounts with one IBAN the best answer counts; without one there is none', () => {
  const all = rowsOf<Linked>(import.meta.url, 'linked-holders').map(toAccount)
  const answers = ['Karim Haddad', 'Atelier Hadad', 'Zoé Lefèvre'].map(name => findLinkedHolders(name, all)?.answer)
  expect(answers).toEqual(['match', 'close_match', 'no_match'])
  expect(findLinkedHolders('Karim Haddad', [])).toBeNull()
})

test.each([
  ['match', 'confirmed'],
  ['close_match', 'almost'],
  ['no_match', 'other'],
  ['not_possible', 'unchecked'],
  ['holder_unknown', 'unchecked'],
  ['asked_too_often', 'unchecked'],
  ['too_many_words', 'unchecked'],
  [null, 'unchecked'],
] as const)('%s: a payer reads %s', (answer, finding) => {
  expect(merchantFinding(answer)).toBe(finding)
})

const now = new Date('2026-11-23T12:00:00Z')
test.each([
  ['match', '2026-11-23T11:59:59Z', true],
  ['no_match', '2026-11-22T12:00:01Z', true],
  ['match', '2026-11-22T12:00:00Z', false],
  ['not_possible', '2026-11-23T11:59:01Z', true],
  ['not_possible', '2026-11-23T11:59:00Z', false],
  ['holder_unknown', '2026-11-23T11:59:00Z', false],
  ['match', '2026-11-23T12:00:01Z', false],
] as const)('%s of %s: recent is %s', (answer, at, recent) =>
  expect(isRecent({ answer, verifiedAt: new Date(at) }, now)).toBe(recent),
)

test.each(rowsOf<[string, boolean]>(import.meta.url, 'one-names'))('“%s” is one name: %s', (name, isOne) => {
  expect(isOneName(name)).toBe(isOne)
})
