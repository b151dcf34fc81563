import { expect, test } from 'vitest'
import { gather } from './gather.ts'

/** Acts that tell when the first of them has begun, and end when they may. */
function holding() {
  const began = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const batches: (readonly string[])[] = []
  const ask = gather(async (items: readonly string[]) => {
    batches.push(items)
    began.resolve()
    await mayEnd.promise
  })
  return { ask, began, mayEnd, batches }
}

test('who asks at the same moment shares one act, and each is answered by it', async () => {
  const batches: (readonly string[])[] = []
  const ask = gather(async (items: readonly string[]) => {
    batches.push(items)
    return items.length
  })
  expect(await Promise.all([ask('a'), ask('b'), ask('c')])).toEqual([3, 3, 3])
  expect(await ask('d')).toBe(1)
  expect(batches).toEqual([['a', 'b', 'c'], ['d']])
})

test('who asks once an act has begun waits for the next one', async () => {
  const { ask, began, mayEnd, batches } = holding()
  const first = ask('a')
  await began.promise
  const second = ask('b')
  mayEnd.resolve()
  await Promise.all([first, second])
  expect(batches).toEqual([['a'], ['b']])
})

test('acts do not overlap: all who ask while one is under way share the next', async () => {
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

test('a failure fails all who share the act, and nobody after', async () => {
  let isBroken = true
  const ask = gather(async (items: readonly string[]) => {
    if (isBroken) throw new Error('away')
    return items.length
  })
  expect((await Promise.allSettled([ask('a'), ask('b')])).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isBroken = false
  expect(await ask('c')).toBe(1)
})
