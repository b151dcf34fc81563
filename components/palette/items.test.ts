import { describe, expect, test } from 'vitest'
import { aTransaction } from '#testing/components/a-transaction.ts'
import { findItems, type PaletteGroup, tellLine } from './items.ts'

const item = (label: string, more: { detail?: string; also?: string } = {}) => ({
  id: label,
  icon: 'home' as const,
  label,
  run: () => undefined,
  ...more,
})
const groups: PaletteGroup[] = [
  { value: 'actions', items: [item('Faire un virement'), item('Se déconnecter', { also: 'quitter' })] },
  {
    value: 'accounts',
    items: [
      item('Livret bleu', { detail: 'Banque du Littoral · FR76 •••• 4521' }),
      ...Array.from({ length: 9 }, (_, at) => item(`Compte d’entreprise ${at}`)),
    ],
  },
]
const find = (query: string, whole?: Set<string>) =>
  findItems(groups, query, whole).flatMap(({ items }) => items.map(({ label }) => label))

describe('items are found', () => {
  test.each([
    ['virement', ['Faire un virement']],
    ['VIR fai', ['Faire un virement']],
    ['deco', ['Se déconnecter']],
    ['quit', ['Se déconnecter']],
    ['littoral livr', ['Livret bleu']],
    ['4521', ['Livret bleu']],
    ['entreprise 3', ['Compte d’entreprise 3']],
    ['rement', []],
    ['virement livret', []],
  ])('%j: %j', (query, labels) => {
    expect(find(query)).toEqual(labels)
  })

  test('at most six of a group, all of one shown whole; empty groups are left out', () => {
    expect(find('')).toHaveLength(2 + 6)
    expect(find('', new Set(['accounts']))).toHaveLength(2 + 10)
    expect(findItems(groups, 'compte').map(({ value }) => value)).toEqual(['accounts'])
    expect(find('  ')).toHaveLength(8)
  })
})

const open = { booked: false, status: 'INFO', day: '2026-11-16', transactionDate: '2026-11-14' }

test.each([
  [
    { ...open, remittance: ['CARTE DARTY REFUSE'] },
    { day: '2026-11-14', state: 'refused' },
  ],
  [
    { ...open, status: 'PDNG' },
    { day: '2026-11-14', state: 'open' },
  ],
  [
    { ...open, status: 'PDNG', transactionDate: null },
    { day: '2026-11-16', state: 'open' },
  ],
  [
    { ...open, booked: true, status: 'BOOK' },
    { day: '2026-11-16', state: null },
  ],
])('a transaction has the day and the state that lists give it (%#)', (line, told) => {
  expect(tellLine(aTransaction(line))).toEqual(told)
})
