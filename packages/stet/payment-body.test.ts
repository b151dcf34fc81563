import { parisDay, parisInstant } from '@guichet/values/calendar/paris.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { paymentBody } from './payment-body.ts'
import { paymentRequest as request } from './testing/payment-request.ts'

const urls = { successful: 'https://tpp.test/ok', unsuccessful: 'https://tpp.test/ko' }
const asked = (createdAt: Date, executionDate: string) => {
  const body = paymentBody({ ...request, createdAt, executionDate }, urls)
  return { created: new Date(body.creationDateTime), executed: new Date(body.requestedExecutionDate) }
}

test.each([
  ['2026-11-28T08:00:00Z', '2026-11-28', '2026-11-28T12:00:00.000Z'],
  ['2026-11-28T15:00:00Z', '2026-11-28', '2026-11-28T15:01:00.000Z'],
  ['2026-11-28T22:59:30Z', '2026-11-28', '2026-11-28T22:59:30.000Z'],
  ['2026-07-28T21:59:30Z', '2026-07-28', '2026-07-28T21:59:30.000Z'],
  ['2026-11-28T23:00:00Z', '2026-11-29', '2026-11-29T12:00:00.000Z'],
  ['2026-11-28T15:00:00Z', '2026-12-24', '2026-12-24T12:00:00.000Z'],
  ['2026-11-28T15:00:00Z', '2026-11-27', '2026-11-28T15:01:00.000Z'],
])('created at %s for %s: executed at %s', (createdAt, day, executed) => {
  expect(asked(new Date(createdAt), day).executed.toISOString()).toBe(executed)
})

test('a recurrent one of a single day ends when it is executed, not before', () => {
  const day = '2026-11-28'
  const recurrence = { frequency: 'DAIL', executionRule: 'FWNG', endDate: day } as const
  const createdAt = new Date(`${day}T15:00:00Z`)
  const body = paymentBody({ ...request, createdAt, executionDate: day, recurrence }, urls)
  expect(body.creditTransferTransaction[0]).toMatchObject({ endDate: body.requestedExecutionDate })
})

test('execution is never asked for before creation, and on its day in Paris', () => {
  const anyDay = fc
    .integer({ min: 0, max: 2_000 })
    .map(days => parisDay(new Date(Date.UTC(2025, 0, 1, 12) + days * 86_400_000)))
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -10_000_000, max: 86_399_999 }), (day, offsetMs) => {
      const createdAt = new Date(parisInstant(day, 0).getTime() + offsetMs)
      fc.pre(parisDay(createdAt) <= day)
      const { created, executed } = asked(createdAt, day)
      expect(executed.getTime()).toBeGreaterThanOrEqual(created.getTime())
      expect(parisDay(executed)).toBe(day)
    }),
  )
})
