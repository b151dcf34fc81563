import { describe, expect, test } from 'vitest'
import { readFilter } from './read-filter.ts'
import { countConditions, isFiltered, noFilter, writeFilter } from './transaction-query.ts'

const id = '018f0000-0000-7000-8000-000000000001'
const full = `q=loyer+mars&account=${id}&category=housing&from=2026-01-01&to=2026-12-31&min=10&max=20.50&direction=out&status=booked&source=bank&counterparty=chez+ninkasi`

describe('a filter in an address', () => {
  test('is read and written back the same', () => {
    const { filter, wrong } = readFilter(new URLSearchParams(full), 'fr')
    expect(wrong).toBeNull()
    expect(filter).toMatchObject({ q: 'loyer mars', accounts: [id], min: '10', max: '20.50', direction: 'out' })
    expect(writeFilter(filter).toString()).toBe(full)
  })

  test('without conditions matches everything', () => {
    expect(readFilter(new URLSearchParams('q=&from=&account='), 'fr').filter).toEqual(noFilter)
    expect(writeFilter(noFilter).toString()).toBe('')
    expect(isFiltered(noFilter)).toBe(false)
  })

  test('amounts may be written as in France, or copied from the list with their sign', () => {
    const { filter } = readFilter(new URLSearchParams({ min: '1 234,56', max: '−1 234,57 €' }), 'fr')
    expect([filter.min, filter.max]).toEqual(['1234.56', '1234.57'])
  })

  test.each([
    ['account', 'x'],
    ['from', '2026-02-30'],
    ['to', 'yesterday'],
    ['min', '--1'],
    ['max', '1e9'],
    ['direction', 'up'],
    ['status', 'BOOK'],
    ['source', 'x'],
    ['category', 'A B'],
    ['q', 'x'.repeat(101)],
  ])('%s=%s is left out and named', (name, value) => {
    const { filter, wrong } = readFilter(
      new URLSearchParams([
        [name, value],
        ['direction', name === 'direction' ? value : 'in'],
      ]),
      'fr',
    )
    expect(wrong).toBe(name)
    expect(isFiltered({ ...filter, direction: null })).toBe(false)
  })

  test('conditions are counted, a span of days as one', () => {
    expect(countConditions(readFilter(new URLSearchParams(full), 'fr').filter)).toBe(8)
    for (const one of ['from=2026-01-01', 'to=2026-12-31', 'min=10', 'max=20.50'])
      expect(countConditions(readFilter(new URLSearchParams(one), 'fr').filter), one).toBe(1)
    expect(countConditions(noFilter)).toBe(0)
    for (const query of [
      'q=loyer',
      'direction=out',
      'status=booked',
      'source=bank',
      'counterparty=edf',
      `account=${id}`,
      'category=housing',
    ])
      expect(isFiltered(readFilter(new URLSearchParams(query), 'fr').filter), query).toBe(true)
    expect(isFiltered({ ...noFilter, q: ' ' })).toBe(false)
  })
})
