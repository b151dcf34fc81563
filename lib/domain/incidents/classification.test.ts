import { describe, expect, test } from 'vitest'
import { dueAt, exceededCriteria, type IncidentFacts } from './classification.ts'

const quiet: IncidentFacts = {
  people: { affected: 100, all: 1_000 },
  merchants: { affected: 30, all: 100 },
  payments: { affected: 10, dailyAverage: 100 },
  amounts: { affectedMinor: 1_000n, dailyAverageMinor: 10_000n },
  durationMinutes: 1_440,
  downtimeMinutes: 120,
}

describe('thresholds of Delegated Regulation (EU) 2024/1772, art. 9', () => {
  test('values at the threshold do not exceed it', () => {
    expect(exceededCriteria(quiet)).toEqual([])
  })

  test.each<[string, Partial<IncidentFacts>, string]>([
    ['more than a tenth of the people', { people: { affected: 101, all: 1_000 } }, 'clients'],
    ['more than 100 000 people', { people: { affected: 100_001, all: 10_000_000 } }, 'clients'],
    ['more than 30 % of the merchants', { merchants: { affected: 31, all: 100 } }, 'counterparts'],
    ['more than a tenth of a day’s payments', { payments: { affected: 11, dailyAverage: 100 } }, 'transactions'],
    [
      'more than a tenth of a day’s amount',
      { amounts: { affectedMinor: 1_001n, dailyAverageMinor: 10_000n } },
      'transactions',
    ],
    ['payments on a day that usually has none', { payments: { affected: 1, dailyAverage: 0 } }, 'transactions'],
    ['more than a day', { durationMinutes: 1_441 }, 'duration'],
    ['down for more than two hours', { downtimeMinutes: 121 }, 'downtime'],
  ])('%s', (_, change, criterion) => {
    expect(exceededCriteria({ ...quiet, ...change })).toEqual([criterion])
  })

  test('nobody affected exceeds nothing, also without anybody', () => {
    const none = { affected: 0, all: 0 }
    expect(exceededCriteria({ ...quiet, people: none, merchants: none })).toEqual([])
  })
})

describe('time limits of Delegated Regulation (EU) 2025/301, art. 5', () => {
  const at = (text: string) => new Date(`2026-${text}:00Z`)
  const dates = { awareAt: at('01-30T08:00'), classifiedAt: null, initialSentAt: null, intermediateSentAt: null }

  test.each([
    ['not classified: a day after awareness', null, '01-31T08:00'],
    ['classified at once: four hours later', '01-30T09:00', '01-30T13:00'],
    ['classified late: still within the day', '01-31T06:00', '01-31T08:00'],
    ['classified after the day: four hours later', '02-01T10:00', '02-01T14:00'],
  ])('initial, %s', (_, classified, due) => {
    expect(dueAt('initial', { ...dates, classifiedAt: classified === null ? null : at(classified) })).toEqual(at(due))
  })

  test('intermediate: 72 hours after the initial notification, which it waits for', () => {
    expect(dueAt('intermediate', dates)).toBeNull()
    expect(dueAt('intermediate', { ...dates, initialSentAt: at('01-30T12:00') })).toEqual(at('02-02T12:00'))
  })

  test.each([
    ['01-15T12:00', '02-15T12:00'],
    ['01-31T12:00', '02-28T12:00'],
  ])('final: a month after the intermediate report of %s', (sent, due) => {
    expect(dueAt('final', { ...dates, intermediateSentAt: at(sent) })).toEqual(at(due))
  })

  test('final: waits for the intermediate report', () => {
    expect(dueAt('final', { ...dates, initialSentAt: at('01-30T12:00') })).toBeNull()
  })
})
