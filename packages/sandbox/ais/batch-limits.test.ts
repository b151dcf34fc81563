import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { resourceIdOf } from '#sandbox/people/settle.ts'
import { base, base142 } from './test-psu.ts'
import { openWireDesk } from './test-wire-psu.ts'

const account = resourceIdOf('sophie-laurent/courant')
const card = resourceIdOf('sophie-laurent/carte')

const desk = await openWireDesk()
afterAll(() => desk.bank.close())
beforeEach(() => {
  desk.bank.sandbox.clock.freeze(false)
  desk.bank.sandbox.db.exec('DELETE FROM batch_calls')
})

/** Sets and freezes the bank's clock; real time, by which signatures are checked, goes on. */
const at = (instant: string) => {
  const { clock } = desk.bank.sandbox
  clock.moveTo(Date.parse(instant) - clock.realNow().getTime())
  clock.freeze(true)
}

async function open(personId: string) {
  const token = await desk.link(personId)
  await desk.consent(personId, token)
  return {
    batch: async (path: string) => (await desk.call(personId, token, { path, batch: true })).status,
    attended: async (path: string) => (await desk.call(personId, token, { path })).status,
    times: async (path: string, calls: number) => {
      const statuses: number[] = []
      for (let call = 0; call < calls; call++) {
        statuses.push((await desk.call(personId, token, { path, batch: true })).status)
      }
      return statuses
    },
    retryAfter: async (path: string) =>
      Number((await desk.call(personId, token, { path, batch: true })).headers['retry-after']),
  }
}

const both = [
  '/accounts',
  '/end-user-identity',
  ...[account, card].flatMap(id => [`/accounts/${id}/balances`, `/accounts/${id}/transactions`]),
]
const newer = [`/accounts/${account}/owners`, `/accounts/${card}/owners`, `/accounts/${account}/overdrafts`]

describe('every row of the table of limits: four a day, then 429', () => {
  test.each([...both.map(path => base + path), ...newer.map(path => base + path), ...both.map(path => base142 + path)])(
    '%s',
    async path => {
      const { times, attended } = await open('sophie-laurent')
      expect(await times(path, 6)).toEqual([200, 200, 200, 200, 429, 429])
      expect([await attended(path), await attended(path)]).toEqual([200, 200])
      expect(await times(path, 1)).toEqual([429])
    },
  )

  test('both versions lead to the same resource: they count together', async () => {
    const { times, batch } = await open('sophie-laurent')
    await times(`${base}/accounts/${account}/balances`, 2)
    expect(await times(`${base142}/accounts/${account}/balances`, 3)).toEqual([200, 200, 429])
    expect(await batch(`${base}/accounts/${account}/balances`)).toBe(429)
  })

  test.each([base, base142])('every page counts separately: %s', async version => {
    const { times } = await open('monique-roux')
    for (const page of ['1', '2', '3']) {
      expect(await times(`${version}/accounts?page=${page}`, 5)).toEqual([200, 200, 200, 200, 429])
    }
    expect(await times(`${version}/accounts?page=last`, 1)).toEqual([429])
  })

  test('pages of transactions, too', async () => {
    const { times } = await open('karim-haddad')
    const path = `${base}/accounts/${resourceIdOf('karim-haddad/atelier')}/transactions`
    for (const page of ['?page=1', '?page=2']) {
      expect(await times(path + page, 5)).toEqual([200, 200, 200, 200, 429])
    }
    expect(await times(path, 1)).toEqual([429])
  })

  test('consents are not limited', async () => {
    const token = await desk.link('lea-moreau')
    for (let call = 0; call < 6; call++) expect((await desk.consent('lea-moreau', token)).status).toBe(201)
  })

  test('a PSU who is present may read as often as they like', async () => {
    const { attended, batch } = await open('lea-moreau')
    for (let call = 0; call < 12; call++) expect(await attended(`${base}/accounts`)).toBe(200)
    // These calls are not counted.
    expect(await batch(`${base}/accounts`)).toBe(200)
  })
})

// Midnight in Paris on an ordinary day of winter and summer, and around both changes of the clocks.
describe('the day is the calendar day in Paris', () => {
  test.each([
    ['in winter', '2027-01-14T22:59:40Z', '2027-01-14T23:00:00Z'],
    ['in summer', '2027-07-14T21:59:40Z', '2027-07-14T22:00:00Z'],
    ['before the night of 23 hours', '2027-03-27T22:59:40Z', '2027-03-27T23:00:00Z'],
    ['after the day of 23 hours', '2027-03-28T21:59:40Z', '2027-03-28T22:00:00Z'],
    ['before the night of 25 hours', '2027-10-30T21:59:40Z', '2027-10-30T22:00:00Z'],
    ['after the day of 25 hours', '2027-10-31T22:59:40Z', '2027-10-31T23:00:00Z'],
  ])('%s', async (_name, before, midnight) => {
    at(before)
    const path = `${base}/end-user-identity`
    const evening = await open('lea-moreau')
    expect(await evening.times(path, 5)).toEqual([200, 200, 200, 200, 429])
    expect(await evening.retryAfter(path)).toBeGreaterThanOrEqual(19)
    expect(await evening.retryAfter(path)).toBeLessThanOrEqual(21)
    at(midnight)
    const morning = await open('lea-moreau')
    expect(await morning.times(path, 5)).toEqual([200, 200, 200, 200, 429])
  })

  test('02:30 before and after the clocks go back is one day', async () => {
    const path = `${base}/end-user-identity`
    at('2027-10-31T00:30:00Z')
    await (await open('lea-moreau')).times(path, 4)
    at('2027-10-31T01:30:00Z')
    const again = await open('lea-moreau')
    expect(await again.batch(path)).toBe(429)
    // 02:30 in winter time: 21 hours and a half are left.
    expect(await again.retryAfter(path)).toBeGreaterThan(21.4 * 3600)
  })
})
