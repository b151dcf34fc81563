import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { resealWhenDue } from '#lib/base/rotate-vault-keys.ts'
import { withdrawKeys } from '#lib/base/running-processes.ts'
import { countSealed } from '#lib/base/sealed-values.ts'
import { closeDb, db } from '#lib/db.ts'
import { open, seal } from '#lib/vault.ts'
import { findKeyFaults } from '#scripts/run/vault-check.ts'
import { aBank } from '#testing/bank/of-directory.ts'
import { aPerson } from '#testing/people/a-person.ts'

/** Processes that are started one after the other with other lists of keys: here each acts in turn, under its own name. */
type Process = { id: string; kids: readonly string[] }
const shared = globalThis as typeof globalThis & { guichetProcess?: { id: string; timer: null } }
const bytes: Readonly<Record<string, number>> = { k1: 1, k2: 2, k3: 3 }

function actAs({ id, kids }: Process): void {
  shared.guichetProcess = { id, timer: null }
  process.env.VAULT_KEYS = kids.map(kid => `${kid}:${Buffer.alloc(32, bytes[kid]).toString('base64url')}`).join(',')
}

/** What the start says; empty if it may run, as from then on it does. */
function start(one: Process): Promise<readonly string[]> {
  actAs(one)
  return findKeyFaults()
}

async function restart(one: Process, kids: readonly string[]): Promise<readonly string[]> {
  actAs(one)
  await withdrawKeys()
  return start(Object.assign(one, { id: randomUUID(), kids }))
}

let userId: string
beforeAll(async () => {
  await aBank()
  userId = (await aPerson({ name: 'A' })).userId
})
beforeEach(async () => {
  await db().connection.deleteMany()
  await db().runningProcess.deleteMany()
})
afterAll(closeDb)

const columnOf = (row: string) => ({ row, column: 'Connection.refreshSealed' })

async function write(): Promise<void> {
  const id = randomUUID()
  const refreshSealed = await seal(`token of ${id}`, columnOf(id))
  await db().connection.create({ data: { id, userId, bankCode: '19870', status: 'expired', refreshSealed } })
}

async function readAll(): Promise<void> {
  for (const { id, refreshSealed } of await db().connection.findMany())
    expect(await open(refreshSealed ?? '', columnOf(id))).toBe(`token of ${id}`)
}

test('a key is replaced while four processes are restarted one by one, and each reads what every other writes', async () => {
  const running = Array.from({ length: 4 }, () => ({ id: randomUUID(), kids: ['k1'] }) as Process)
  for (const one of running) expect(await start(one)).toEqual([])
  for (const kids of [['k1', 'k2'], ['k2', 'k1'], ['k2']]) {
    for (const one of running) {
      expect(await restart(one, kids)).toEqual([])
      for (const writer of running) {
        actAs(writer)
        await write()
        // A worker's round, whenever it comes.
        await resealWhenDue()
      }
      for (const reader of running) {
        actAs(reader)
        await readAll()
      }
    }
    if (kids[0] === 'k2') expect((await countSealed()).map(({ kid }) => kid)).toEqual(['k2'])
  }
})

describe('a process does not start, and says why in a sentence, if', () => {
  const at = /^VAULT_KEYS: /
  test.each([
    ['others can’t read what it would seal', ['k1'], ['k2', 'k1'], /key k2 is first, and a running process does not/],
    [
      'it can’t read what others seal',
      ['k2', 'k1'],
      ['k1'],
      /key k2 is missing, and running processes encrypt with it/,
    ],
  ])('%s', async (_, theirs, ours, said) => {
    await start({ id: randomUUID(), kids: theirs })
    const faults = await start({ id: randomUUID(), kids: ours })
    expect(faults).toEqual([expect.stringMatching(at)])
    expect(faults[0]).toMatch(said)
    expect(await db().runningProcess.count()).toBe(1)
  })

  test('a value needs a key that it lacks: key, table and count are named', async () => {
    actAs({ id: randomUUID(), kids: ['k1'] })
    for (let count = 0; count < 3; count++) await write()
    expect(await start({ id: randomUUID(), kids: ['k2'] })).toEqual([
      'VAULT_KEYS: key k1 is missing, which is needed for 3 values in Connection. Put it back at the end of the list (docs/operations/run.md).',
    ])
    expect(await start({ id: randomUUID(), kids: ['k2', 'k1'] })).toEqual([])
  })

  test('a key of that name has other bytes', async () => {
    actAs({ id: randomUUID(), kids: ['k1'] })
    await write()
    process.env.VAULT_KEYS = `k1:${Buffer.alloc(32, 9).toString('base64url')}`
    expect(await findKeyFaults()).toEqual([expect.stringMatching(/key k1 is not the one of this name/)])
  })
})
