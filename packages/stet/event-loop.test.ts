import { expect, test } from 'vitest'
import { yieldToEventLoop } from './event-loop.ts'

test('parallel callers get one turn of the event loop each, in order', async () => {
  const seen: string[] = []
  let loops = 0
  const count = () => {
    loops += 1
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  const work = async (name: string) => {
    for (let piece = 0; piece < 3; piece += 1) {
      await yieldToEventLoop()
      seen.push(`${loops} ${name}`)
    }
  }
  await Promise.all([work('one'), work('two')])
  clearImmediate(counting)
  expect(seen.map(entry => entry.split(' ')[1])).toEqual(['one', 'two', 'one', 'two', 'one', 'two'])
  expect(new Set(seen.map(entry => entry.split(' ')[0])).size).toBe(6)
})
