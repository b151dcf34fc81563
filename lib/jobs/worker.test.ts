import { afterEach, expect, test } from 'vitest'
import { db } from '#lib/db.ts'
import { wakeWorkers } from '#lib/wake.ts'
import { runOnce, startWorker, sweep, type Task, type Worker } from './worker.ts'

/** So long that nothing runs a second time by itself in these tests. */
const seldomMs = 3_600_000
const workers: Worker[] = []
afterEach(async () => {
  await Promise.all(workers.splice(0).map(worker => worker.stop()))
})

/** A task over a list of due items; with `claims`, an item is found only once. */
function newTask({
  name = 'mails',
  atOnce = 4,
  everyMs = seldomMs,
  claims = false,
  run = async (_id: string) => {},
} = {}) {
  const due: string[] = []
  const ran: string[] = []
  let looks = 0
  const task: Task = {
    name,
    atOnce,
    everyMs,
    take: async capacity => {
      looks += 1
      return due
        .filter(id => !(claims && ran.includes(id)))
        .slice(0, capacity)
        .map(id => ({ id }))
    },
    run: async ({ id }) => {
      ran.push(id)
      await run(id)
      due.splice(due.indexOf(id), 1)
    },
  }
  return { task, due, ran, looks: () => looks }
}

async function start(...tasks: Task[]): Promise<Worker> {
  const worker = startWorker(tasks)
  workers.push(worker)
  await untilListening(1)
  return worker
}

async function listeners(): Promise<number> {
  const rows = await db().$queryRaw<unknown[]>`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'guichet-listen' AND state = 'idle'
      AND query LIKE 'LISTEN%'`
  return rows.length
}
const untilListening = (count: number) => expect.poll(listeners).toBe(count)

/** Resolves when all polls caused by the start are done. */
async function settled(looks: () => number): Promise<number> {
  let before = -1
  await expect
    .poll(
      () => {
        const same = looks() === before
        before = looks()
        return same
      },
      { interval: 200 },
    )
    .toBe(true)
  return looks()
}

test('what commits wakes its task and no other; what is rolled back wakes nobody', async () => {
  const [mails, webhooks] = [newTask({ name: 'mails' }), newTask({ name: 'webhooks' })]
  await start(mails.task, webhooks.task)
  await settled(mails.looks)
  const looks = await settled(webhooks.looks)
  mails.due.push('rolled back')
  const failed = db().$transaction(async tx => {
    await wakeWorkers(tx, 'mails')
    throw new Error('changed my mind')
  })
  await expect(failed).rejects.toThrow('changed my mind')
  mails.due[0] = 'committed'
  await db().$transaction(tx => wakeWorkers(tx, 'mails'))
  await expect.poll(() => mails.ran).toEqual(['committed'])
  expect(webhooks.looks()).toBe(looks)
})

test('a listener whose connection is cut is opened again, and looks for what it missed', async () => {
  const { task, due, ran, looks } = newTask()
  await start(task)
  await settled(looks)
  await db().$queryRaw`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'guichet-listen'`
  due.push('missed')
  await expect.poll(() => ran).toEqual(['missed'])
  await untilListening(1)
})

test('without any notification everyMs is enough', async () => {
  const { task, due, ran, looks } = newTask({ everyMs: 30 })
  await start(task)
  due.push('unannounced')
  await expect.poll(() => ran).toEqual(['unannounced'])
  expect(looks()).toBeGreaterThan(1)
})

test.each([true, false])(
  'no more than atOnce run at a time, each once, and the end of one makes room (claimed: %s)',
  async claims => {
    let [now, most] = [0, 0]
    const { task, due, ran } = newTask({
      claims,
      atOnce: 2,
      run: async () => {
        now += 1
        most = Math.max(most, now)
        await db().$queryRaw`SELECT 1`
        now -= 1
      },
    })
    due.push('a', 'b', 'c', 'd', 'e')
    await start(task)
    await expect.poll(() => ran.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(most).toBe(2)
  },
)

test('told to stop, it takes nothing new and waits for what runs', async () => {
  const begun = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const { task, due, ran } = newTask({
    atOnce: 1,
    run: async () => {
      begun.resolve()
      await gate.promise
    },
  })
  due.push('running', 'never begun')
  const worker = await start(task)
  await begun.promise
  let stopped = false
  const stopping = worker.stop().then(() => {
    stopped = true
  })
  await untilListening(0)
  expect(stopped).toBe(false)
  gate.resolve()
  await stopping
  expect(ran).toEqual(['running'])
})

test('one that fails stops neither the others nor the next round', async () => {
  let failures = 0
  const failing = sweep('failing', 10, () => {
    failures += 1
    return Promise.reject(new Error('away'))
  })
  const broken = newTask({
    run: async id => {
      if (id === 'bad') throw new Error('bad')
    },
  })
  broken.due.push('bad', 'good')
  expect(await runOnce([failing, broken.task])).toBe(2)
  expect(broken.ran).toEqual(['bad', 'good'])
  await start(failing)
  await expect.poll(() => failures).toBeGreaterThan(2)
})

test('one that is busy takes no room from the others', async () => {
  const gate = Promise.withResolvers<void>()
  const busy = newTask({ run: () => gate.promise })
  busy.due.push('slow')
  let swept = 0
  const round = runOnce([
    busy.task,
    sweep('ended', seldomMs, async () => {
      swept += 1
      gate.resolve()
    }),
  ])
  await expect.poll(() => swept).toBe(1)
  expect(await round).toBe(1)
})
