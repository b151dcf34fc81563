import { readFileSync } from 'node:fs'
import { unreadable } from '@guichet/stet/terms/parsed-field.ts'
import { shownText } from '@guichet/stet/terms/test-parsed-field.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fixtureOf, rowsOf } from '#testing/rows.ts'
import {
  type AttemptEvent,
  type AttemptStatus,
  attemptEvents,
  attemptStatuses,
  bankInstructionStatuses,
  bankPaymentStatuses,
  bankVerdict,
  eventOfVerdict,
  finalAttemptStatuses,
  hadNoEffect,
  isFinalAttempt,
  isOvertaken,
  isUnanswered,
  isUnread,
  nextAttemptStatus,
  nextReadAt,
  paymentReasons,
  readableUntil,
  refusedBy,
  unreadableSince,
} from './machine.ts'

/** Every status × every event: `.` is impossible, `=` unchanged. */
const table = fixtureOf(import.meta.url, 'transitions.txt')

const [head = '', ...rows] = table.trim().split('\n')
const columns = head.trim().split(/\s+/)
const cells = rows.flatMap(row => {
  const [event = '', ...nexts] = row.trim().split(/\s+/)
  return columns.map((status, at): [string, string, string] => [status, event, nexts[at] ?? '?'])
})

describe('an attempt', () => {
  test('the table names every status and every event', () => {
    expect(columns.toSorted()).toEqual([...attemptStatuses].toSorted())
    expect([...new Set(cells.map(([, event]) => event))].toSorted()).toEqual([...attemptEvents].toSorted())
  })

  test.each(cells)('%s, %s: %s', (status, event, next) => {
    const expected = next === '.' ? null : next === '=' ? status : next
    expect(nextAttemptStatus(status as AttemptStatus, event as AttemptEvent)).toBe(expected)
  })

  test('what is final stays, whatever comes in whatever order (I3)', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...finalAttemptStatuses),
        fc.array(fc.constantFrom(...attemptEvents)),
        (end, events) => {
          for (const event of events) expect([end, null]).toContain(nextAttemptStatus(end, event))
        },
      ),
    )
    expect(attemptStatuses.filter(isFinalAttempt)).toEqual(
      'executed partly_executed rejected cancelled expired abandoned'.split(' '),
    )
  })

  test.each([
    { verdict: 'waiting', whenOver: true, whenLate: true },
    { verdict: 'authorised', whenOver: true, whenLate: true },
    { verdict: 'unknown', whenOver: false, whenLate: true },
    { verdict: 'running', whenOver: false, whenLate: true },
    { verdict: 'executed', whenOver: false, whenLate: false },
    { verdict: 'partly_executed', whenOver: false, whenLate: false },
    { verdict: 'rejected', whenOver: false, whenLate: false },
    { verdict: 'cancelled', whenOver: false, whenLate: false },
  ] as const)(
    '$verdict is overtaken by an end: $whenOver, by another answer: $whenLate (P14)',
    ({ verdict, whenOver, whenLate }) => {
      for (const status of attemptStatuses) {
        expect(isOvertaken(status, verdict, false)).toBe(whenOver && isFinalAttempt(status))
        expect(isOvertaken(status, verdict, true)).toBe(whenLate)
      }
    },
  )

  test('no order of events reaches "confirmed" without "confirming", nor "confirming" without "authorised" (I2)', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...attemptEvents), { maxLength: 40 }), events => {
        const walked: AttemptStatus[] = ['created']
        for (const event of events) {
          const next = nextAttemptStatus(walked.at(-1) ?? 'created', event)
          if (next !== null) walked.push(next)
        }
        if (walked.includes('confirmed')) expect(walked.slice(0, walked.indexOf('confirmed'))).toContain('confirming')
        if (walked.includes('confirming')) expect(walked.slice(0, walked.indexOf('confirming'))).toContain('authorised')
      }),
    )
  })
})

describe('what the bank says', () => {
  test.each(rowsOf<[string, (string | null)[], string]>(import.meta.url, 'bank-verdicts'))(
    '%s with %j is %s',
    (status, instructions, verdict) => {
      expect(bankVerdict(status, instructions.map(shownText))).toBe(verdict)
    },
  )

  test('an unreadable status is not a missing one: the request’s status alone does not decide', () => {
    expect(bankVerdict('ACSC', [unreadable])).toBe('unknown')
    expect(bankVerdict('ACSC', [shownText('ACSC'), unreadable])).toBe('unknown')
  })

  test('"executed" requires ACSC for the request or for every instruction', () => {
    const instruction = fc.option(fc.constantFrom(...bankInstructionStatuses, 'XXXX'), { nil: null })
    fc.assert(
      fc.property(fc.constantFrom(...bankPaymentStatuses, 'XXXX'), fc.array(instruction), (status, instructions) => {
        if (bankVerdict(status, instructions.map(shownText)) !== 'executed') return
        expect(
          instructions.every(one => one === 'ACSC') || (status === 'ACSC' && instructions.every(one => one === null)),
        ).toBe(true)
      }),
    )
  })

  test('verdicts are events, except those without news', () => {
    expect(eventOfVerdict('waiting')).toBeNull()
    expect(eventOfVerdict('unknown')).toBeNull()
    expect(eventOfVerdict('authorised')).toBe('authorised')
    expect(eventOfVerdict('running')).toBe('bank_running')
    expect(eventOfVerdict('executed')).toBe('bank_executed')
    expect(eventOfVerdict('partly_executed')).toBe('bank_partly_executed')
    expect(eventOfVerdict('rejected')).toBe('bank_rejected')
    expect(eventOfVerdict('cancelled')).toBe('bank_cancelled')
  })
})

test('the reasons that we know are those of bank:D39', () => {
  const decisions = readFileSync('docs/interface/decisions.md', 'utf8')
  expect(paymentReasons.join(' ')).toBe(/^\| D39 \| reason codes \| ([A-Z0-9 ]+) \|/m.exec(decisions)?.[1])
})

test('people are told after the third unusable answer, until the attempt ends', () => {
  expect([2, 3, 4].map(unread => isUnread({ status: 'authorised', unread }))).toEqual([false, true, true])
  expect([2, 3].map(unread => isUnread({ status: 'executed', unread }))).toEqual([false, false])
})

describe('when to ask again', () => {
  const created = new Date('2026-11-21T08:00:00Z')
  const later = (ms: number) => new Date(created.getTime() + ms)
  const gapAt = (ms: number) => (nextReadAt(created, later(ms))?.getTime() ?? 0) - later(ms).getTime()

  test('gaps grow from three seconds to six hours', () => {
    expect(gapAt(0)).toBe(3_000)
    expect(gapAt(60_000)).toBe(15_000)
    expect(gapAt(3_600_000)).toBe(900_000)
    expect(gapAt(10 * 86_400_000)).toBe(6 * 3_600_000)
  })

  test('a moment to come is not slept through', () => {
    expect(nextReadAt(created, later(3_600_000), later(3_700_000))).toEqual(later(3_700_000))
    for (const turn of [later(3_600_000), later(9_999_999), null])
      expect(nextReadAt(created, later(3_600_000), turn)).toEqual(later(4_500_000))
  })

  test('never after 35 days (document 2, note 4)', () => {
    expect(nextReadAt(created, later(35 * 86_400_000 - 1))).not.toBeNull()
    expect(nextReadAt(created, later(35 * 86_400_000))).toBeNull()
  })
})

test.each([
  ['no', null, true],
  ['unknown', null, false],
  ['yes', 200, false],
  ['yes', 302, false],
  ['yes', 400, true],
  ['yes', 401, true],
  ['yes', 403, true],
  ['yes', 404, false],
  ['yes', 410, false],
  ['yes', 422, true],
  ['yes', 501, false],
] as const)('a refused confirmation, sent: %s, status %s, had no effect: %s', (sent, status, expected) => {
  expect(hadNoEffect({ sent, status })).toBe(expected)
})

test('an unanswered confirmation is reported once its token is invalid, and in no other status (bank:D44)', () => {
  const at = new Date('2026-11-21T10:00:00Z')
  const token = (confirmExpiresAt: Date | null) => ({ status: 'confirming', confirmExpiresAt })
  expect(isUnanswered(token(new Date(at.getTime() + 1)), at)).toBe(false)
  expect(isUnanswered(token(at), at)).toBe(true)
  expect(isUnanswered(token(null), at)).toBe(true)
  const others = attemptStatuses.filter(status => isUnanswered({ status, confirmExpiresAt: null }, at))
  expect(others).toEqual(['confirming'])
  expect(readableUntil(at)).toEqual(new Date('2026-12-26T10:00:00Z'))
})

test.each(attemptStatuses)(
  '%s can be asked about for 35 days; after them it is said, unless it is over (document 2, note 4)',
  status => {
    const createdAt = new Date('2026-11-21T10:00:00Z')
    const until = readableUntil(createdAt)
    expect(unreadableSince({ status, createdAt }, new Date(until.getTime() - 1))).toBeNull()
    expect(unreadableSince({ status, createdAt }, until)).toEqual(isFinalAttempt(status) ? null : until)
  },
)

test.each([
  ['CUST', 'person'],
  ['cust', 'person'],
  ['CUST - refus du client', 'person'],
  ['NOAS', 'nobody'],
  ['CUSTOM', 'bank'],
  ['AC01', 'bank'],
  [null, 'bank'],
])('a bank that gives %j as its reason: refused by %s', (bankReason, by) => {
  expect(refusedBy({ reason: null, bankReason })).toBe(by)
  expect(refusedBy({ reason: bankReason, bankReason: null })).toBe(by)
})
