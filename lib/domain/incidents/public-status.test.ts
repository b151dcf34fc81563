import { describe, expect, test } from 'vitest'
import { type QueueAge, stateOfBank, statesOfParts } from './public-status.ts'

const queue = (name: string, oldestSeconds: number | null): QueueAge => ({ name, oldestSeconds })
const works = { site: 'works', accounts: 'works', payments: 'works', webhooks: 'works', mails: 'works' }

describe('parts of the service', () => {
  test('without the database nothing works', () => {
    expect(new Set(Object.values(statesOfParts(null)))).toEqual(new Set(['down']))
  })

  test('queues in time, empty, or unknown to the page', () => {
    expect(statesOfParts([])).toEqual(works)
    const inTime = [
      queue('payments', 300),
      queue('mails', null),
      queue('refreshes', 1_800),
      queue('revocations', 99_999),
    ]
    expect(statesOfParts(inTime)).toEqual(works)
  })

  test.each([
    ['refreshes', 1_801, 'accounts'],
    ['consents', 301, 'accounts'],
    ['payments', 301, 'payments'],
    ['webhooks', 301, 'webhooks'],
    ['mails', 601, 'mails'],
  ])('%s late by %i s: %s', (name, seconds, part) => {
    expect(statesOfParts([queue(name, seconds)])).toEqual({ ...works, [part]: 'delayed' })
  })
})

test.each([
  [{ isOpen: true, calls: 0, failed: 0 }, 'down'],
  [{ isOpen: false, calls: 0, failed: 0 }, 'works'],
  [{ isOpen: false, calls: 19, failed: 19 }, 'works'],
  [{ isOpen: false, calls: 20, failed: 1 }, 'works'],
  [{ isOpen: false, calls: 20, failed: 2 }, 'unreliable'],
] as const)('a bank with %j: %s', (facts, state) => {
  expect(stateOfBank(facts)).toBe(state)
})
