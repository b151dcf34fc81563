import { expect, test } from 'vitest'
import { batchCalls } from './batches.ts'

/** Runs that report their start and end when told to. */
function holding() {
  const began = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const batches: (readonly string[])[] = []
  const ask = batchCalls(async (items: readonly string[]) => {
    batches.push(items)
    began.resolve()
    await mayEnd.promise
  })
  return { ask, began, mayEnd, batches }
}

test('calls made at the same moment share one run and its result', async () => {
  const batches: (readonly string[])[] = []
  const ask = batchCalls(async (items: readonly string[]) => {
    batches.push(items)
    return items.length
  })
  expect(await Promise.all([ask('a'), ask('b'), ask('c')])).toEqual([3, 3, 3])
  expect(await ask('d')).toBe(1)
  expect(batches).toEqual([['a', 'b', 'c'], ['d']])
})

test('a call made after a run has begun waits for the next one', async () => {
  const { ask, began, mayEnd, batches } = holding()
  const first = ask('a')
  await began.promise
  const second = ask('b')
  mayEnd.resolve()
  await Promise.all([first, second])
  expect(batches).toEqual([['a'], ['b']])
})

test('runs do not overlap: all calls made during one share the next', async () => {
  const { ask, began, mayEnd, batches } = holding()
  const first = ask('a')
  await began.promise
  const others: Promise<void>[] = []
  for (const item of ['b', 'c', 'd']) {
    others.push(ask(item))
    await new Promise(resolve => setImmediate(resolve))
  }
  mayEnd.resolve()
  await Promise.all([first, ...others])
  expect(batches).toEqual([['a'], ['b', 'c', 'd']])
})

test('a failure fails the calls that share the run, and no later one', async () => {
  let isBroken = true
  const ask = batchCalls(async (items: readonly string[]) => {
    if (isBroken) throw new Error('away')
    return items.length
  })
  expect((await Promise.allSettled([ask('a'), ask('b')])).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isBroken = false
  expect(await ask('c')).toBe(1)
})
