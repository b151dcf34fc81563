import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { closeDb, db } from './db.ts'
import { closeQueue, enqueue, type RunningWorker, startWorker } from './queue.ts'

let worker: RunningWorker | null = null

afterEach(async () => {
  await worker?.stop()
  worker = null
})
afterAll(async () => {
  await closeQueue()
  await closeDb()
})

describe('queue', () => {
  test('a job reaches its handler with its id', async () => {
    const seen: string[] = []
    await enqueue('plain', { id: 'a' })
    worker = await startWorker({ plain: async ({ id }) => void seen.push(id) })
    await vi.waitFor(() => expect(seen).toEqual(['a']), 10_000)
  })

  test('a job commits with its row, and vanishes with a rolled-back one', async () => {
    const seen: string[] = []
    await enqueue('warm', { id: 'x' })
    const failed = db().$transaction(async tx => {
      await enqueue('tx', { id: 'rolled-back' }, { tx })
      throw new Error('changed my mind')
    })
    await expect(failed).rejects.toThrow('changed my mind')
    await db().$transaction(async tx => enqueue('tx', { id: 'committed' }, { tx }))
    worker = await startWorker({ tx: async ({ id }) => void seen.push(id) })
    await vi.waitFor(() => expect(seen).toEqual(['committed']), 10_000)
  })

  test('stopping waits for the job that runs', async () => {
    let ended = false
    let begun = () => {}
    const started = new Promise<void>(resolve => {
      begun = resolve
    })
    let release = () => {}
    const gate = new Promise<void>(resolve => {
      release = resolve
    })
    worker = await startWorker({
      slow: async () => {
        begun()
        await gate
        ended = true
      },
    })
    await enqueue('slow', { id: 's' })
    await started
    const stopped = worker.stop()
    release()
    await stopped
    expect(ended).toBe(true)
  })
})
