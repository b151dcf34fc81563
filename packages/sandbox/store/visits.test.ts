import { describe, expect, test } from 'vitest'
import { beginJourney } from './journey.ts'
import { openStore } from './open.ts'
import { tables } from './schema.ts'
import { type FallbackVisit, findVisit, forgetVisitsBefore, insertVisit, writeVisit } from './visits.ts'

const visit: FallbackVisit = {
  ...beginJourney('fallback'),
  purpose: 'fallback',
  id: 'one',
  bankCode: '19870',
  browserHash: 'hash',
  language: 'fr',
  turn: 0,
  expiresAt: new Date('2026-11-21T10:00:00Z'),
  identifier: '10020002',
  personId: null,
  accountId: null,
  oneTimeCode: null,
  codeBoundTo: null,
  codeSentAt: null,
  scaAt: null,
  clientId: 'tpp-1',
  jwtId: 'jwt',
  jwtExpiresAt: new Date('2026-11-21T09:35:00.123Z'),
}

function storeWithVisit() {
  const db = openStore(':memory:', tables)
  insertVisit(db, visit)
  return db
}

describe('visits', () => {
  test('are read as stored', () => {
    expect(findVisit(storeWithVisit(), '19870', 'fallback', 'one')).toEqual(visit)
  })

  test('are for one purpose at one bank, and not found elsewhere', () => {
    const db = storeWithVisit()
    expect(findVisit(db, '19870', 'payment', 'one')).toBeNull()
    expect(findVisit(db, '19870', 'authorization', 'one')).toBeNull()
    expect(findVisit(db, '19871', 'fallback', 'one')).toBeNull()
  })

  test('change once per turn: a second change finds another turn and does nothing', () => {
    const db = storeWithVisit()
    const moved: FallbackVisit = { ...visit, turn: 1, step: 'password' }
    expect(writeVisit(db, moved, 0)).toBe(true)
    expect(writeVisit(db, { ...moved, step: 'ended' }, 0)).toBe(false)
    expect(findVisit(db, '19870', 'fallback', 'one')).toEqual(moved)
  })

  test('are deleted after their end', () => {
    const db = storeWithVisit()
    forgetVisitsBefore(db, visit.expiresAt)
    expect(findVisit(db, '19870', 'fallback', 'one')).toEqual(visit)
    forgetVisitsBefore(db, new Date(visit.expiresAt.getTime() + 1))
    expect(findVisit(db, '19870', 'fallback', 'one')).toBeNull()
  })
})
