import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { type Quarter, readQuarter } from '#lib/domain/bank/interface-statistics.ts'
import { aBank } from '#testing/bank/of-directory.ts'
import { anOperator, aPerson } from '#testing/people/a-person.ts'
import type { Operator } from './access.ts'
import { exportStatistics, readStatistics } from './statistics.ts'

const now = new Date('2026-11-27T12:00:00Z')
const quarter = readQuarter('2026-Q4') as Quarter
let operator: Operator
let person: Operator

beforeEach(() => setClock(now))
beforeAll(async () => {
  operator = await anOperator()
  person = await aPerson()
  for (const [code, name] of [
    ['19870', 'Crédit Atlantique'],
    ['19871', 'Banque Rivages'],
  ] as const)
    await aBank({ code, name })
  const call = (at: string, operation: string, durationMs: number, status: number | null) => ({
    at: new Date(at),
    operation,
    durationMs,
    status,
    bankCode: '19870',
    method: 'GET',
    path: '/',
    attended: true,
    requestId: randomUUID(),
  })
  await db().bankCall.createMany({
    data: [
      call('2026-09-30T21:59:00Z', 'accounts.list', 9_999, 500),
      call('2026-11-26T08:00:00Z', 'accounts.list', 100, 200),
      call('2026-11-26T08:01:00Z', 'balances.read', 300, 404),
      call('2026-11-26T08:02:00Z', 'payments.create', 700, 201),
      ...[0, 1, 2, 3, 4].map(minute => call(`2026-11-26T22:5${minute}:00Z`, 'oauth.refresh', 5, null)),
      call('2026-11-26T23:12:00Z', 'oauth.refresh', 5, 200),
    ],
  })
})

test('each Paris day with calls has availability, times and errors; an outage over midnight counts for both days', async () => {
  const { banks } = await readStatistics(operator, quarter)
  expect(banks).toEqual([
    {
      code: '19870',
      name: 'Crédit Atlantique',
      days: [
        {
          day: '2026-11-26',
          calls: 8,
          errors: 5,
          aisMs: 200,
          pisMs: 700,
          uptime: 99.306,
          downtime: 0.694,
          errorRate: 62.5,
        },
        {
          day: '2026-11-27',
          calls: 1,
          errors: 0,
          aisMs: null,
          pisMs: null,
          uptime: 98.462,
          downtime: 1.538,
          errorRate: 0,
        },
      ],
    },
  ])
})

test('as CSV, an empty cell was not measured', async () => {
  const { name, text } = await exportStatistics(operator, quarter, 'csv')
  expect(name).toBe('interfaces-2026-Q4.csv')
  expect(text.split('\r\n')).toEqual([
    'bank_code,bank,day,uptime_percent,downtime_percent,ais_ms,pis_ms,calls,errors,error_percent',
    '19870,Crédit Atlantique,2026-11-26,99.306,0.694,200,700,8,5,62.5',
    '19870,Crédit Atlantique,2026-11-27,98.462,1.538,,,1,0,0',
    '',
  ])
})

test('only operators read them', async () => {
  await expect(readStatistics(person, quarter)).rejects.toMatchObject({ code: 'not_found' })
})
