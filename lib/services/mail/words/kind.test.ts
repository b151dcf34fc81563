import { expect, test } from 'vitest'
import { failingSince, isOperatorKind, isSecurityKind, isWishedKind, mailGapMs, mailKinds } from './kind.ts'

test('people who opted out miss only mails that are notices', () => {
  expect(mailKinds.filter(isWishedKind)).toEqual([
    ...'endpoint_failing payment_held notice bank_linked transfer_executed transfer_refused'.split(' '),
    ...'standing_order_ended'.split(' '),
  ])
  expect(mailKinds.filter(isSecurityKind)).toEqual([
    ...'verify_email sign_up_repeated reset_password password_changed security_changed'.split(' '),
    ...'change_email'.split(' '),
  ])
  expect(mailKinds.filter(isOperatorKind)).toEqual(
    'certificate_ending payment_alarm audit_broken readings_rest readings_fail activation_waits'.split(' '),
  )
})

test('retries wait from half a minute, doubling to an hour, with jitter, for five days', () => {
  const gap = (tries: number, random: number, ageMs = 0) => mailGapMs({ tries, ageMs, random })
  expect([1, 2, 3].map(tries => gap(tries, 0))).toEqual([15_000, 30_000, 60_000])
  expect([1, 2, 3].map(tries => gap(tries, 0.999_999_9))).toEqual([30_000, 60_000, 120_000])
  expect(gap(8, 0.999_999_999)).toBe(3_600_000)
  expect(gap(5_000, 0.999_999_999)).toBe(3_600_000)
  const fiveDaysMs = 5 * 86_400_000
  expect(gap(200, 0, fiveDaysMs - 1)).toBe(1_800_000)
  expect(gap(200, 0, fiveDaysMs)).toBeNull()
})

test('an address has failed since the first mail given up after the last one delivered', () => {
  const mail = (state: string, at: number | null) => ({ state, finishedAt: at === null ? null : new Date(at) })
  expect(failingSince([])).toBeNull()
  expect(failingSince([mail('due', null), mail('sent', 5), mail('overtaken', 9)])).toBeNull()
  expect(failingSince([mail('failed', 3), mail('sent', 5)])).toBeNull()
  expect(failingSince([mail('failed', 9), mail('failed', 7), mail('sent', 5), mail('failed', 3)])).toEqual(new Date(7))
  expect(failingSince([mail('failed', 2), mail('failed', 1)])).toEqual(new Date(1))
})
