import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { recordCalls, sweepCalls } from './calls.ts'

test('calls are deleted after thirteen months, however many there are', async () => {
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
