import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { appendAudit, eraseAuditOf } from '#lib/base/audit.ts'
import { db } from '#lib/db.ts'
import { readEnv } from '#lib/env.ts'
import { anOperator, aPerson } from '#testing/people/a-person.ts'
import type { Operator } from './access.ts'
import { checkAuditNow, checkAuditWhenDue, listAudit, verifyAudit } from './audit-trail.ts'

let operator: Operator
/** A connection with the rights of the database's owner, which our code never has. */
let intruder: pg.Client
let userId: string

beforeAll(async () => {
  intruder = new pg.Client({ connectionString: readEnv('DATABASE_URL') })
  await intruder.connect()
  operator = await anOperator()
})
beforeEach(async () => {
  userId = (await aPerson()).userId
  for (const action of ['session.opened', 'consent.accepted', 'session.closed']) {
    await appendAudit({ userId, stream: `user:${userId}`, action, detail: { é: 'à', n: 1 }, ip: '203.0.113.7' })
  }
})
afterAll(() => intruder.end())

/** Changes rows with triggers disabled, which only the owner of the tables can do. */
async function tamper(sql: string, ...values: unknown[]): Promise<void> {
  await intruder.query("SET session_replication_role = 'replica'")
  await intruder.query(sql, values)
  await intruder.query("SET session_replication_role = 'origin'")
}

const ownEvents = () => db().auditEvent.findMany({ where: { stream: `user:${userId}` }, orderBy: { seq: 'asc' } })

describe('the trail is append-only (C49)', () => {
  test.each([
    ['UPDATE', `UPDATE "AuditEvent" SET ip = '1.2.3.4'`],
    ['UPDATE to another owner', `UPDATE "AuditEvent" SET "userId" = gen_random_uuid()`],
    ['half an erasure', `UPDATE "AuditEvent" SET "erasedAt" = now(), detail = NULL`],
    ['DELETE', 'DELETE FROM "AuditEvent"'],
    ['TRUNCATE', 'TRUNCATE "AuditEvent"'],
    ['a head moved', `UPDATE "AuditHead" SET seq = 0`],
    ['a head deleted', 'DELETE FROM "AuditHead"'],
  ])('%s is refused by the database', async (_name, sql) => {
    await expect(intruder.query(sql)).rejects.toMatchObject({ code: '42501' })
  })

  test('events of a stream are numbered and chained, whatever the writer claims', async () => {
    const claimed = { seq: 99, hash: 'x', prevHash: 'y', digest: 'z', erasedAt: new Date() }
    await db().auditEvent.create({ data: { userId, stream: `user:${userId}`, action: 'a.b', ...claimed } })
    const events = await ownEvents()
    expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
    expect(events.map(({ prevHash }) => prevHash)).toEqual(['', ...events.slice(0, 3).map(({ hash }) => hash)])
    expect(events.every(({ erasedAt }) => erasedAt === null)).toBe(true)
    expect((await verifyAudit()).breaks).toEqual([])
  })

  test('twenty parallel writers make one chain', async () => {
    const entry = { userId, stream: `user:${userId}`, action: 'x.y' }
    await Promise.all(Array.from({ length: 20 }, () => appendAudit(entry)))
    expect((await ownEvents()).map(({ seq }) => seq)).toEqual(Array.from({ length: 23 }, (_, index) => index + 1))
    expect((await verifyAudit()).breaks).toEqual([])
  })
})

describe('tampering is detected', () => {
  test('one byte of a detail', async () => {
    const [, second] = await ownEvents()
    await tamper(`UPDATE "AuditEvent" SET detail = '{"é": "à", "n": 2}' WHERE id = $1`, second?.id)
    process.env.SMTP_URL = 'smtp://127.0.0.1:1'
    const { breaks } = await checkAuditNow(operator)
    delete process.env.SMTP_URL
    const mails = await db().mail.findMany({ where: { userId: operator.userId }, select: { kind: true } })
    expect(mails).toEqual([{ kind: 'audit_broken' }])
    expect(breaks).toEqual([{ stream: `user:${userId}`, seq: 2, eventId: String(second?.id), fault: 'digest' }])
    await tamper(`UPDATE "AuditEvent" SET detail = '{"é": "à", "n": 1}' WHERE id = $1`, second?.id)
    expect((await verifyAudit()).breaks).toEqual([])
  })

  test('an event removed from the middle, or from the end', async () => {
    const [, second, third] = await ownEvents()
    await tamper(`UPDATE "AuditEvent" SET stream = 'elsewhere' WHERE id = $1`, third?.id)
    expect((await verifyAudit()).breaks.map(({ fault }) => fault)).toEqual(expect.arrayContaining(['head', 'missing']))
    await tamper(`UPDATE "AuditEvent" SET stream = $2 WHERE id = $1`, third?.id, `user:${userId}`)
    await tamper(`UPDATE "AuditEvent" SET seq = 7 WHERE id = $1`, second?.id)
    expect((await verifyAudit()).breaks.map(({ fault }) => fault)).toContain('missing')
    await tamper(`UPDATE "AuditEvent" SET seq = 2 WHERE id = $1`, second?.id)
    expect((await verifyAudit()).breaks).toEqual([])
  })
})

test('after a person is erased from the trail, the chain still verifies', async () => {
  await appendAudit({ userId, stream: 'system', action: 'link.failed', detail: { about: userId } })
  expect(await db().$transaction(tx => eraseAuditOf(userId, tx))).toBe(4)
  const everything = await intruder.query(`SELECT "AuditEvent"::text AS row FROM "AuditEvent"`)
  const heads = await intruder.query(`SELECT "AuditHead"::text AS row FROM "AuditHead"`)
  expect(JSON.stringify([everything.rows, heads.rows])).not.toContain(userId)
  expect((await verifyAudit()).breaks).toEqual([])
  expect((await listAudit(operator, { action: 'consent.accepted' })).events.some(({ erased }) => erased)).toBe(true)
})

test('the page: filters, and paging without gaps', async () => {
  const entry = { userId, stream: `user:${userId}`, action: 'page.turned' }
  for (let count = 0; count < 60; count++) await appendAudit({ ...entry, bankRequestId: `bank-${count}` })
  const first = await listAudit(operator, { userId })
  const rest = await listAudit(operator, { userId, before: first.next ?? '' })
  expect([...first.events, ...rest.events].map(({ seq }) => seq)).toEqual(
    Array.from({ length: 63 }, (_, at) => 63 - at),
  )
  expect(rest.next).toBeNull()
  expect((await listAudit(operator, { requestId: 'bank-7' })).events).toHaveLength(1)
  expect((await listAudit(operator, { action: 'page.' })).events.length).toBe(50)
  expect((await listAudit(operator, { to: '2020-01-01' })).events).toEqual([])
})

test('only operators read it, and the worker checks it when due', async () => {
  const person = { userId, authenticatedAt: new Date() }
  await expect(listAudit(person, {})).rejects.toMatchObject({ code: 'not_found' })
  await expect(checkAuditNow(person)).rejects.toMatchObject({ code: 'not_found' })
  await verifyAudit()
  const checks = await db().auditCheck.count()
  await checkAuditWhenDue()
  expect(await db().auditCheck.count()).toBe(checks)
  await db().auditCheck.updateMany({ data: { at: new Date(Date.now() - 7 * 3_600_000) } })
  await Promise.all([checkAuditWhenDue(), checkAuditWhenDue()])
  expect(await db().auditCheck.count()).toBeGreaterThan(checks)
})
