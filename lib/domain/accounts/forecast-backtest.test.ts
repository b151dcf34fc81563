import { catalogue } from '@guichet/sandbox/people/catalogue.ts'
import { dayOf } from '@guichet/sandbox/people/days.ts'
import { expect, test } from 'vitest'
import { daysTested, type Outcome, type OwnLife, outcomesOf, since } from '#testing/people/backtest.ts'
import { kindNames, lifeOf } from '#testing/people/kinds.ts'
import { livesSince } from '#testing/people/lives.ts'

const share = (some: readonly Outcome[]) => some.filter(({ held }) => held).length / some.length
const beside = (some: readonly Outcome[], of: 'missedBy' | 'wide') =>
  some.reduce((sum, one) => sum + one[of], 0) / some.reduce((sum, one) => sum + one.naiveBy, 0)

test('a forecast holds the truth four times out of five for everybody of the bank, and misses by less than the month before does', () => {
  const lives = livesSince(since)
  const people = catalogue.flatMap(({ id }) => {
    const own = lives.filter(
      ({ plan: { backing, currency = 'EUR', holders } }) =>
        backing === undefined && currency === 'EUR' && holders.some(holder => holder.personId === id),
    )
    return own.length === 0 ? [] : [{ id, outcomes: outcomesOf(own, daysTested(1)) }]
  })
  const all = people.flatMap(({ outcomes }) => outcomes)
  expect(people).toHaveLength(9)
  expect(share(all)).toBeGreaterThan(0.75)
  expect(share(all)).toBeLessThan(0.9)
  expect(beside(all, 'missedBy')).toBeLessThan(0.5)
  expect(beside(all, 'wide')).toBeLessThan(0.8)
  for (const { id, outcomes } of people) {
    // A student's first summer job begins, and ends, without a sign: in two months of seven nothing holds.
    const [least, most, error] = id === 'lea-moreau' ? [0.7, 0.9, 1] : [0.75, 0.9, 0.6]
    expect([id, share(outcomes) >= least, share(outcomes) <= most]).toEqual([id, true, true])
    expect([id, beside(outcomes, 'missedBy') < error]).toEqual([id, true])
  }
}, 600_000)

/** Nothing in the forecast was chosen by these seeds. */
const seeds = [11, 12, 13, 14]

function livingOf(kind: string, seed: number): OwnLife {
  const key = `${kind}/${seed}`
  const living = { seed: String(seed), key, life: lifeOf(kind, seed), from: dayOf('2024-12-01') }
  return { plan: { key, usage: kind === 'shop' ? 'ORGA' : 'PRIV' }, living }
}

test('and for people whom nobody has seen, of any kind, without a range that says nothing', () => {
  const kinds = kindNames.map(kind => {
    return { kind, outcomes: seeds.flatMap(seed => outcomesOf([livingOf(kind, seed)], daysTested(8))) }
  })
  const all = kinds.flatMap(({ outcomes }) => outcomes)
  expect(kinds.length).toBeGreaterThanOrEqual(12)
  expect(share(all)).toBeGreaterThan(0.75)
  expect(share(all)).toBeLessThan(0.9)
  expect(beside(all, 'wide')).toBeLessThan(1.6)
  for (const { kind, outcomes } of kinds)
    expect([kind, share(outcomes) > 0.7, beside(outcomes, 'wide') < 3]).toEqual([kind, true, true])
}, 600_000)
