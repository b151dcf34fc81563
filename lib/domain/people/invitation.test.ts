import { expect, test } from 'vitest'
import { invitationEnds } from './invitation.ts'

test('an invitation lasts seven days, to the millisecond', () => {
  expect(invitationEnds(new Date('2026-11-21T10:00:00Z')).toISOString()).toBe('2026-11-28T10:00:00.000Z')
})
