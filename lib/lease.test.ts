import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { setClock } from './clock.ts'
import { db, Prisma } from './db.ts'
import { leaseOf } from './lease.ts'

const lease = leaseOf({ table: 'Revocation', owner: 'leaseId', until: 'leaseUntil', seconds: 60 })

async function newRow() {
  const { id } = await db().revocation.create({ data: { bankCode: '19870', tokenSealed: 'sealed' } })
  const where = Prisma.sql`"id" = ${id}::uuid`
  const read = () => db().revocation.findUniqueOrThrow({ where: { id }, select: { leaseId: true, leaseUntil: true } })
  /** As if this many seconds of the database's clock had passed. */
  const pass = (seconds: number) =>
    db()
      .$executeRaw`UPDATE "Revocation" SET "leaseUntil" = "leaseUntil" - make_interval(secs => ${seconds}) WHERE ${where}`
  return { id, where, read, pass }
}

test('of many that claim a row one gets it, and its owner and end stand there', async () => {
  const { where, read } = await newRow()
  const claims = await Promise.all(Array.from({ length: 8 }, () => lease.claim(db(), where)))
  const [owner, ...others] = claims.filter(id => id !== null)
  expect(others).toEqual([])
  const { leaseId, leaseUntil } = await read()
  expect(leaseId).toBe(owner)
  const [{ seconds } = { seconds: 0 }] = await db().$queryRaw<{ seconds: number }[]>`
    SELECT extract(epoch FROM ${leaseUntil}::timestamptz - now())::float AS seconds`
  expect(seconds).toBeGreaterThan(30)
  expect(seconds).toBeLessThanOrEqual(60)
})

test('a stranger neither renews nor releases', async () => {
  const { where, read } = await newRow()
  await lease.claim(db(), where)
  const before = await read()
  expect(await lease.renew(db(), where, randomUUID())).toBe(false)
  expect(await lease.release(db(), where, randomUUID())).toBe(false)
  expect(await read()).toEqual(before)
})

test('one that has run out goes to whoever claims it next, and its first owner changes nothing any more', async () => {
  const { where, read, pass } = await newRow()
  const first = (await lease.claim(db(), where)) ?? ''
  await pass(59)
  expect(await lease.claim(db(), where)).toBeNull()
  await pass(2)
  const second = await lease.claim(db(), where)
  expect(second).not.toBeNull()
  const before = await read()
  expect(await lease.renew(db(), where, first)).toBe(false)
  expect(await lease.release(db(), where, first)).toBe(false)
  expect(await read()).toEqual(before)
})

test('its owner renews it, also late when nobody has claimed it, and releases it for the next', async () => {
  const { where, read, pass } = await newRow()
  const owner = (await lease.claim(db(), where)) ?? ''
  await pass(61)
  expect(await lease.renew(db(), where, owner)).toBe(true)
  expect(await lease.claim(db(), where)).toBeNull()
  expect(await lease.release(db(), where, owner)).toBe(true)
  expect(await read()).toEqual({ leaseId: null, leaseUntil: null })
  expect(await lease.claim(db(), where)).not.toBeNull()
})

test.each([-1, 1])('the clock of a process that is %i day off decides nothing', async days => {
  const { where } = await newRow()
  setClock(new Date(Date.now() + days * 86_400_000))
  try {
    const owner = (await lease.claim(db(), where)) ?? ''
    expect(await lease.claim(db(), where)).toBeNull()
    setClock(null)
    expect(await lease.claim(db(), where)).toBeNull()
    expect(await lease.release(db(), where, owner)).toBe(true)
  } finally {
    setClock(null)
  }
})

test('a claim that is rolled back was never made', async () => {
  const { where } = await newRow()
  const failed = db().$transaction(async tx => {
    await lease.claim(tx, where)
    throw new Error('changed my mind')
  })
  await expect(failed).rejects.toThrow('changed my mind')
  expect(await lease.claim(db(), where)).not.toBeNull()
})
