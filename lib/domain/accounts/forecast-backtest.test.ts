import { catalogue } from '@guichet/sandbox/people/catalogue.ts'
import { dayOf } from '@guichet/sandbox/people/days.ts'
import type { IsoDate } from '@guichet/values/calendar/day.ts'
import { expect, test } from 'vitest'
import { daysTested, type Outcome, type OwnLife, outcomesOf, since, yearBefore } from '#testing/people/backtest.ts'
import { kindNames, lifeOf } from '#testing/people/kinds.ts'
import { livesSince } from '#testing/people/lives.ts'

const share = (some: readonly Outcome[]) => some.filter(({ held }) => held).length / some.length
const beside = (some: readonly Outcome[], of: 'missedBy' | 'wide' | 'unseenBy') =>
  some.reduce((sum, one) => sum + one[of], 0) / some.reduce((sum, one) => sum + one.naiveBy, 0)

const lives = livesSince(since)
const outcomesByPerson = (tested: readonly IsoDate[], knownFrom = since, people = catalogue) =>
  people.flatMap(({ id }) => {
    const own = lives.filter(
      ({ plan: { backing, currency = 'EUR', holders } }) =>
        backing === undefined && currency === 'EUR' && holders.some(holder => holder.personId === id),
    )
    return own.length === 0 ? [] : [{ id, outcomes: outcomesOf(own, tested, knownFrom) }]
  })

test('a forecast holds the truth four times out of five for everybody of the bank, and misses by less than the month before does', () => {
  const people = outcomesByPerson(daysTested(1))
  const all = people.flatMap(({ outcomes }) => outcomes)
  expect(people).toHaveLength(9)
  expect(share(all)).toBeLessThan(0.9)
  expect(beside(all, 'missedBy')).toBeLessThan(0.5)
  expect(beside(all, 'wide')).toBeLessThan(0.8)
  for (const { id, outcomes } of people) {
    expect([id, share(outcomes) >= 0.75, share(outcomes) <= 0.9]).toEqual([id, true, true])
    // A student's first summer job begins and ends without a sign: whoever knew all else would miss by more than 0.6.
    const least = beside(outcomes, 'unseenBy')
    expect([id, least > 0.6]).toEqual([id, id === 'lea-moreau'])
    expect([id, beside(outcomes, 'missedBy') < Math.max(0.6, least + 0.15)]).toEqual([id, true])
  }
}, 600_000)

test('who looks a second summer is told of the job of the first', () => {
  const student = catalogue.filter(({ id }) => id === 'lea-moreau')
  const lea = outcomesByPerson(daysTested(4), yearBefore, student).flatMap(({ outcomes }) => outcomes)
  expect(share(lea)).toBeGreaterThan(0.75)
  expect(beside(lea, 'missedBy')).toBeLessThan(0.3)
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
  for (const { kind, outcomes } of kinds) {
    expect([kind, share(outcomes) > 0.75, beside(outcomes, 'wide') < 2]).toEqual([kind, true, true])
    // Where months don't depend on each other, the mean misses by 1 / √2 of what the month before does.
    const least = Math.max(Math.SQRT1_2, beside(outcomes, 'unseenBy'))
    expect([kind, beside(outcomes, 'missedBy') < least + 0.3]).toEqual([kind, true])
  }
}, 600_000)

// Who was dismissed is not again a year later.
test.each(['student', 'seasonal', 'midMonth'])(
  'a second year of a %s life is known better',
  kind => {
    const outcomes = seeds.flatMap(seed => outcomesOf([livingOf(kind, seed)], daysTested(8), yearBefore))
    expect(share(outcomes)).toBeGreaterThan(0.7)
    expect(beside(outcomes, 'missedBy')).toBeLessThan(0.6)
  },
  600_000,
)
