import { expect, test } from 'vitest'
import { takeTurns } from './in-turn.ts'

test('some run at once, fewer for each person, the others in turn; too many are refused', async () => {
  const inTurn = takeTurns({ atOnce: 3, eachAtOnce: 2, eachWaiting: 2 })
  const open = new Map<string, () => void>()
  const begun: string[] = []
  const act = (name: string) =>
    inTurn(name.charAt(0), () => {
      begun.push(name)
      return new Promise<string>(done => open.set(name, () => done(name)))
    })
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map(act)
  await expect(act('a5')).rejects.toMatchObject({ code: 'too_many_tries', retryAfterSeconds: 5 })
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  for (const name of ['a1', 'b1', 'b2', 'a2', 'a3', 'a4']) {
    await expect.poll(() => begun, { timeout: 60_000 }).toContain(name)
    open.get(name)?.()
  }
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2'])
  expect(begun).toEqual(['a1', 'a2', 'b1', 'b2', 'a3', 'a4'])
})

test('nobody waits for all that another has begun', async () => {
  const inTurn = takeTurns({ atOnce: 1, eachAtOnce: 1, eachWaiting: 3 })
  const begun: string[] = []
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map(name =>
    inTurn(name.charAt(0), async () => void begun.push(name)),
  )
  await Promise.all(all)
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

test('one that fails makes room for the next', async () => {
  const inTurn = takeTurns({ atOnce: 1, eachAtOnce: 1, eachWaiting: 2 })
  const failed = inTurn('a', () => Promise.reject(new Error('no')))
  const next = inTurn('a', async () => 'yes')
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('yes')
})
