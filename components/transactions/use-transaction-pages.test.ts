import { expect, test } from 'vitest'
import type { TransactionPage } from '#lib/views/banking.ts'
import { knownPages } from './use-transaction-pages.ts'

const page = (total: number): TransactionPage => ({
  upcoming: [],
  booked: [],
  nextCursor: null,
  total,
  more: false,
  sums: null,
  corrected: null,
})
const drawn = { key: 'all', pages: [page(1)] }
const found = { key: 'rent', pages: [page(2), page(3)] }

test.each([
  ['before anything was read, the page that the server drew', 'all', null, drawn, drawn.pages],
  ['the page that the server drew, once a search is cleared', 'all', found, drawn, drawn.pages],
  ['what was read of this filter', 'rent', found, drawn, found.pages],
  ['what was read again, not what was drawn before the change', 'all', { ...found, key: 'all' }, drawn, found.pages],
  ['nothing once a search is cleared after a change', 'all', found, null, null],
  ['nothing of a filter that was never read', 'food', found, drawn, null],
  ['nothing of a new version that was not drawn', 'all new', { ...found, key: 'all' }, null, null],
] as const)('known is %s', (_name, key, read, server, known) => {
  expect(knownPages(key, read, server)).toEqual(known)
})
