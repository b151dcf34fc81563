import { expect, test } from 'vitest'
import { cutPage, newestFirst, olderThan } from './cursor.ts'

test('rows are ordered by the column, and by id if it is equal', () => {
  expect(newestFirst('createdAt')).toEqual([{ createdAt: 'desc' }, { id: 'desc' }])
})

test('older than null is everything; older than a row are earlier rows, and rows of the same instant with a lower id', () => {
  expect(olderThan('day', null)).toEqual({})
  const day = new Date('2026-11-22')
  expect(olderThan('day', { id: 'b', day })).toEqual({ OR: [{ day: { lt: day } }, { day, id: { lt: 'b' } }] })
})

test('a page has at most its size, and a last row only if more follow', () => {
  expect(cutPage([], 2)).toEqual({ page: [], last: null })
  expect(cutPage([1, 2], 2)).toEqual({ page: [1, 2], last: null })
  expect(cutPage([1, 2, 3], 2)).toEqual({ page: [1, 2], last: 2 })
})
