import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openReturns } from './returns.ts'

const address = 'https://localhost/callback/19870?code=c'
const atBank = { doubled: address, since: 1 }
const arrived = { doubled: null, since: 2 }

function watch(ms: number | null = 0) {
  const opened: string[] = []
  return {
    opened,
    ...openReturns(
      one => opened.push(one),
      () => ms,
    ),
  }
}
const settle = () => vi.advanceTimersByTime(1_000)
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a doubled return is opened twice; what the first page says means nothing, what the second says does', () => {
  const { opened, hear } = watch(700)
  expect(hear(atBank)).toBe(false)
  expect(opened).toEqual([])
  settle()
  expect(opened).toEqual([address])
  expect([hear(arrived), hear(arrived), opened]).toEqual([true, true, [address, address]])
  expect([hear({ ...arrived, since: 3 }), opened.length]).toEqual([false, 2])
})

test('by hand it is not opened at all', () => {
  const { opened, hear } = watch(null)
  expect(hear(atBank)).toBe(false)
  settle()
  expect([hear(arrived), opened]).toEqual([false, []])
})

test('a chapter that is put in place anew forgets it, before the first return and after', () => {
  for (const wait of [false, true]) {
    const { opened, hear, forget } = watch()
    hear(atBank)
    if (wait) settle()
    forget()
    settle()
    expect([hear(arrived), opened.length]).toEqual([false, wait ? 1 : 0])
  }
})
