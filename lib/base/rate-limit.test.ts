import { describe, expect, test } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { refusalOf } from '#testing/refusal-of.ts'
import { forgetTries, returnTry, sweepLimits, takeTry } from './rate-limit.ts'

const start = new Date('2026-11-21T10:00:00Z')
const seconds = (count: number) => new Date(start.getTime() + count * 1000)
const limit = { limit: 3, windowSeconds: 60 }

describe('takeTry (C46)', () => {
  test('allows tries up to the limit, then refuses with the time to wait', async () => {
    setClock(start)
    for (let count = 0; count < 3; count++) await takeTry('a', limit)
    setClock(seconds(20))
    expect(await refusalOf(takeTry('a', limit))).toMatchObject({ code: 'too_many_tries', retryAfterSeconds: 40 })
  })

  test('a new window begins after the old one, not before', async () => {
    setClock(start)
    for (let count = 0; count < 3; count++) await takeTry('b', limit)
    setClock(seconds(59))
    expect(await refusalOf(takeTry('b', limit))).not.toBeNull()
    setClock(seconds(60))
    expect(await refusalOf(takeTry('b', limit))).toBeNull()
  })

  test('a window of a clock that had jumped ahead is over once the clock is back (H19)', async () => {
    setClock(seconds(40 * 86_400))
    for (let count = 0; count < 3; count++) await takeTry('g', limit)
    setClock(start)
    expect(await refusalOf(takeTry('g', limit))).toBeNull()
    setClock(seconds(-300))
    for (let count = 0; count < 2; count++) expect(await refusalOf(takeTry('g', limit))).toBeNull()
    expect(await refusalOf(takeTry('g', limit))).not.toBeNull()
  })

  test('keys are independent', async () => {
    for (let count = 0; count < 4; count++) await refusalOf(takeTry('c', limit))
    expect(await refusalOf(takeTry('d', limit))).toBeNull()
  })

  test('fifty in parallel: exactly the limit passes', async () => {
    const refusals = await Promise.all(Array.from({ length: 50 }, () => refusalOf(takeTry('e', limit))))
    expect(refusals.filter(refusal => refusal === null)).toHaveLength(3)
  })

  test('a returned try can be used again; after forgetting, all can', async () => {
    for (let count = 0; count < 3; count++) await takeTry('f', limit)
    await returnTry('f')
    expect(await refusalOf(takeTry('f', limit))).toBeNull()
    expect(await refusalOf(takeTry('f', limit))).not.toBeNull()
    await forgetTries('f')
    expect(await refusalOf(takeTry('f', limit))).toBeNull()
  })

  test('old windows are swept, current ones stay', async () => {
    setClock(start)
    await takeTry('old', limit)
    setClock(seconds(2 * 86_400 + 100))
    await takeTry('live', limit)
    expect(await sweepLimits()).toBeGreaterThan(0)
    const kept = await db().rateLimit.findMany({ where: { key: { in: ['old', 'live'] } } })
    expect(kept.map(({ key }) => key)).toEqual(['live'])
  })
})
