import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { makeMonthsAhead, recordCalls, sweepCalls } from './calls.ts'

test('calls of no month’s own are deleted after thirteen months, however many there are', async () => {
  const said = { bankCode: '19870', operation: 'accounts.list', method: 'GET', path: '/accounts', attended: true }
  const call = (at: string) => ({ ...said, at: new Date(at), status: 200, durationMs: 80, requestId: randomUUID() })
  await db().bankCall.createMany({
    data: [
      ...[1, 2, 3, 4, 5].map(day => call(`2025-10-0${day}T08:00:00Z`)),
      call('2025-10-26T07:59:59Z'),
      call('2025-10-26T08:00:01Z'),
      call('2026-11-26T07:00:00Z'),
    ],
  })
  setClock(new Date('2026-11-26T08:00:00Z'))
  expect(await sweepCalls(2)).toBe(6)
  const kept = await db().bankCall.findMany({ orderBy: { at: 'asc' } })
  expect(kept.map(({ at }) => at.toISOString())).toEqual(['2025-10-26T08:00:01.000Z', '2026-11-26T07:00:00.000Z'])
  expect(await sweepCalls(2)).toBe(0)
})

test('calls of refreshes that end together are written together; those of a person erased meanwhile cost no others theirs', async () => {
  const { id } = await db().user.create({
    data: { email: `${randomUUID()}@guichet.example`, name: 'Ann', passwordHash: 'x' },
  })
  const scope = { connectionId: null, bankCode: '19870', presence: null }
  const [own, erased, nobodys] = [id, randomUUID(), null].map(userId => recordCalls({ ...scope, userId }))
  for (const [index, calls] of [own, erased, nobodys].entries())
    calls?.context.onCall?.({
      operation: 'accounts.list',
      method: 'GET',
      path: `/together/${index}`,
      attended: false,
      status: 200,
      code: null,
      durationMs: 80,
      requestId: randomUUID(),
      at: new Date(),
      bankAheadSeconds: null,
    })
  await Promise.all([own, erased, nobodys].map(calls => calls?.written()))
  const kept = await db().bankCall.findMany({ where: { path: { startsWith: '/together/' } }, orderBy: { path: 'asc' } })
  expect(kept.map(({ path }) => path)).toEqual(['/together/0', '/together/2'])
})

const partitions = async (table: string) =>
  (
    await db().$queryRaw<{ name: string }[]>`
      SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = to_regclass(${`"${table}"`}) ORDER BY 1`
  ).map(({ name }) => name.replaceAll('"', ''))

test('months are made ahead, once, and a whole month goes when its last day is thirteen months old', async () => {
  const before = await partitions('BankCall')
  await Promise.all([makeMonthsAhead(), makeMonthsAhead()])
  expect(await partitions('BankCall')).toEqual(before)
  const months = before.filter(name => /_\d{4}_\d\d$/.test(name))
  expect((await partitions('AuditEvent')).filter(name => /_\d{4}_\d\d$/.test(name))).toHaveLength(months.length)
  const [year = 0, month = 0] = (months[0]?.match(/\d+/g) ?? []).map(Number)
  const at = new Date(Date.UTC(year, month - 1, 20))
  const said = { bankCode: '19870', operation: 'accounts.list', method: 'GET', path: '/whole', attended: true }
  await db().bankCall.create({ data: { ...said, at, status: 200, durationMs: 80, requestId: randomUUID() } })
  const [{ name } = { name: '' }] = await db().$queryRaw<{ name: string }[]>`
    SELECT tableoid::regclass::text AS name FROM "BankCall" WHERE path = '/whole'`
  expect(name).toBe(`"${months[0]}"`)
  setClock(new Date(Date.UTC(year, month + 13, 1) - 1))
  await sweepCalls()
  expect(await partitions('BankCall')).toContain(months[0])
  setClock(new Date(Date.UTC(year, month + 13, 1)))
  await sweepCalls()
  expect(await partitions('BankCall')).not.toContain(months[0])
  expect(await db().bankCall.count({ where: { path: '/whole' } })).toBe(0)
})
