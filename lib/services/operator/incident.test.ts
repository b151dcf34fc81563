import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { aBank } from '#testing/bank/of-directory.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { attemptRow } from '#testing/shop/checkout-order.ts'
import { newOrder, payee } from '#testing/shop/orders.ts'
import { type IncidentQuestion, reportIncident } from './incident.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 26, 8, minute))
const question: IncidentQuestion = {
  kind: 'initial',
  from: at(0),
  to: at(60),
  mode: 'test',
  dates: { awareAt: at(5), classifiedAt: at(30), initialSentAt: null, intermediateSentAt: null },
  ownOutages: null,
}
const people: string[] = []

beforeAll(async () => {
  for (const code of ['19870', '19871']) await aBank({ code, name: 'Crédit Atlantique' })
  for (const letter of ['a', 'b', 'c']) {
    const { userId: id } = await aPerson({ email: `${letter}@b.example`, name: letter })
    people.push(id)
    await db().connection.create({ data: { userId: id, bankCode: '19870', status: 'active', createdAt: at(-99) } })
  }
})

type Call = {
  readonly minute: number
  readonly status: number | null
  readonly person?: number
  readonly bank?: string
  readonly requestId?: string
}

function call({ minute, status, person, bank = '19870', requestId = randomUUID() }: Call) {
  const said = {
    operation: 'accounts.list',
    method: 'GET',
    path: '/accounts',
    attended: true,
    durationMs: 5,
    requestId,
  }
  const userId = person === undefined ? null : (people[person] ?? null)
  return db().bankCall.create({ data: { ...said, userId, bankCode: bank, at: at(minute), status } })
}

/** An attempt to pay 3.21 EUR, begun at a minute of that day. */
async function attempt(minute: number, status: 'executed' | 'abandoned'): Promise<string> {
  const orderId = await newOrder()
  const requestId = randomUUID()
  const times = { createdAt: at(minute), expiresAt: at(minute + 30), executionDate: at(minute) }
  await db().paymentAttempt.create({ data: attemptRow({ orderId, ownerId: payee, status, requestId, ...times }) })
  return requestId
}

test('counts who and what an incident affected, each once, and says when the report is due', async () => {
  setClock(at(90))
  await call({ minute: -1, status: 500, person: 2 })
  await call({ minute: 1, status: 200, person: 2 })
  for (const minute of [10, 11, 12, 13, 14]) await call({ minute, status: minute === 12 ? null : 503, person: 0 })
  await call({ minute: 40, status: 200, person: 0 })
  await call({ minute: 41, status: 400, person: 2 })
  const lost = await attempt(10, 'executed')
  await call({ minute: 15, status: 502, bank: '19871', requestId: lost, person: 1 })
  await attempt(20, 'abandoned')
  await attempt(25, 'executed')
  for (const day of [1, 2, 3]) await attempt(-1_440 * day, 'executed')
  await db().auditEvent.createMany({
    data: [5, 6].map(minute => ({ at: at(minute), stream: 'system', action: 'reading.fails' })),
  })

  const report = await reportIncident(question)

  expect(report.counted).toMatchObject({
    people: { affected: 2, all: 3 },
    merchants: { affected: 1, all: 1 },
    payments: { affected: 2, dailyAverage: 0.1 },
    amounts: { affected: '6.42', dailyAverage: '0.32' },
    durationMinutes: 60,
    downtimeMinutes: 30,
  })
  expect(report.exceeded).toEqual(['clients', 'counterparts', 'transactions'])
  expect(report.due).toEqual({ initial: at(30 + 240).toISOString(), intermediate: null, final: null })
  expect(report.banks).toEqual([
    {
      code: '19870',
      name: 'Crédit Atlantique',
      calls: 8,
      failed: 5,
      outages: [{ from: at(10).toISOString(), to: at(40).toISOString() }],
    },
    { code: '19871', name: 'Crédit Atlantique', calls: 1, failed: 1, outages: [] },
  ])
  expect(report.events).toEqual([{ action: 'reading.fails', count: 2 }])
  expect(JSON.stringify(report)).not.toContain('@b.example')
})

test('our own outages are told, and the longest downtime may be theirs', async () => {
  const ownOutages = [
    { from: at(2), to: at(9) },
    { from: at(15), to: null },
  ]
  const report = await reportIncident({ ...question, ownOutages })
  expect(report.counted.downtimeMinutes).toBe(52)
  expect(report.ownOutages).toEqual([
    { from: at(2).toISOString(), to: at(9).toISOString() },
    { from: at(15).toISOString(), to: null },
  ])
})

test('payments of the other mode do not count', async () => {
  expect((await reportIncident({ ...question, mode: 'live' })).counted.payments).toEqual({
    affected: 0,
    dailyAverage: 0,
  })
})
