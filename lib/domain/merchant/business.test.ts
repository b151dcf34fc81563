import { expect, test } from 'vitest'
import { type Business, findBusinessFault, normaliseBusiness } from './business.ts'

const owner = { name: 'Maëlle Le Goff', bornOn: '1984-02-29', share: '50' }
const sound: Business = { activity: 'Books', naf: '47.61Z', owners: [owner] }

test('is stored clean: a code with its point, a share without its sign, no empty owner', () => {
  const empty = { name: ' ', bornOn: '', share: '' }
  const typed = { activity: '  Books   and maps ', naf: '4761 z', owners: [{ ...owner, share: '33,3 %' }, empty] }
  const owners = [{ ...owner, share: '33.3' }]
  expect(normaliseBusiness(typed)).toEqual({ activity: 'Books and maps', naf: '47.61Z', owners })
  expect(normaliseBusiness({ activity: '', naf: ' ', owners: [] })).toEqual({ activity: '', naf: null, owners: [] })
})

test.each<[string | null, Partial<Business>]>([
  [null, {}],
  [null, { naf: null, owners: [] }],
  [null, { owners: [owner, owner, owner, { ...owner, share: '25.01' }] }],
  ['activity', { activity: 'Book' }],
  ['naf', { naf: '47.61' }],
  ['naf', { naf: 'BOOKS' }],
  ['owners', { owners: [{ ...owner, name: '' }] }],
  ['owners', { owners: [{ ...owner, bornOn: '1983-02-29' }] }],
  ['owners', { owners: [{ ...owner, bornOn: '1899-12-31' }] }],
  ['owners', { owners: [{ ...owner, bornOn: '2026-11-29' }] }],
  ['owners', { owners: [{ ...owner, share: '0' }] }],
  ['owners', { owners: [{ ...owner, share: '100.01' }] }],
  ['owners', { owners: [{ ...owner, share: 'half' }] }],
  ['owners', { owners: [owner, owner, owner, owner, owner] }],
])('what is wrong: %s, %o', (fault, change) => {
  expect(findBusinessFault({ ...sound, ...change }, '2026-11-29')).toBe(fault)
})
