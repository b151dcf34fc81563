import { afterEach, describe, expect, test, vi } from 'vitest'
import { lanes, longestQueueMs } from '#lib/domain/bank/bulkhead.ts'
import { openLanes } from './lanes.ts'

const call = { operation: 'accounts.list', method: 'GET', path: '/accounts', attended: true, requestId: 'r' }
const turn = () => new Promise(resolve => setImmediate(resolve))

afterEach(() => {
  vi.useRealTimers()
})

async function fill(bank: ReturnType<typeof openLanes>, lane: 'attended' | 'batch') {
  return Promise.all(Array.from({ length: lanes[lane].slots }, () => bank.enter(lane, call, null)))
}

describe('slots at a bank', () => {
  test('who comes when all are taken waits, and goes in the order of coming', async () => {
    const bank = openLanes()
    const [first, second] = await fill(bank, 'attended')
    const order: string[] = []
    const a = bank.enter('attended', call, null).then(() => order.push('a'))
    const b = bank.enter('attended', call, null).then(() => order.push('b'))
    await turn()
    expect(order).toEqual([])
    expect(bank.load().attended).toEqual({ calling: 16, waiting: 2, slots: 16 })
    first?.()
    await a
    second?.()
    await b
    expect(order).toEqual(['a', 'b'])
  })

  test('a batch that fills its own slots takes none of the people’s', async () => {
    const bank = openLanes()
    await fill(bank, 'batch')
    const more = bank.enter('batch', call, null)
    more.catch(() => undefined)
    await expect(bank.enter('attended', call, null)).resolves.toBeTypeOf('function')
    expect(bank.load().batch).toMatchObject({ calling: 16, waiting: 1 })
  })

  test('a caller that leaves the queue takes no slot', async () => {
    const bank = openLanes()
    const [first] = await fill(bank, 'attended')
    const left = new AbortController()
    const gone = bank.enter('attended', call, left.signal)
    const stays = bank.enter('attended', call, null)
    left.abort()
    await expect(gone).rejects.toMatchObject({ kind: 'aborted', sent: 'no' })
    first?.()
    await expect(stays).resolves.toBeTypeOf('function')
    expect(bank.load().attended).toMatchObject({ calling: 16, waiting: 0 })
  })

  test('nobody waits longer than a person would, and is told that nothing was sent', async () => {
    vi.useFakeTimers()
    const bank = openLanes()
    await fill(bank, 'attended')
    const waiting = bank.enter('attended', call, null)
    const refused = expect(waiting).rejects.toMatchObject({ kind: 'crowded', sent: 'no', retryAfterSeconds: 10 })
    await vi.advanceTimersByTimeAsync(longestQueueMs.attended)
    await refused
    expect(bank.load().attended.waiting).toBe(0)
  })

  test('a full line is refused at once', async () => {
    vi.useFakeTimers()
    const bank = openLanes()
    await fill(bank, 'batch')
    const line = Array.from({ length: lanes.batch.queue }, () => bank.enter('batch', call, null).catch(() => 'out'))
    await expect(bank.enter('batch', call, null)).rejects.toMatchObject({ kind: 'crowded' })
    await vi.advanceTimersByTimeAsync(longestQueueMs.batch)
    expect(new Set(await Promise.all(line))).toEqual(new Set(['out']))
  })
})
