import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { forgetOldRows } from './forget.ts'
import { inTransaction, openStore, prepared } from './open.ts'
import { flushRequests, noteRequest } from './requests.ts'
import { tables } from './schema.ts'
import { readSetting, writeSetting } from './settings.ts'
import { findGrantByAccessToken, findGrantByRefreshToken, issueTokens, renewTokens, revokePair } from './tokens.ts'

const now = new Date('2026-11-21T10:00:00Z')
const later = (days: number) => new Date(now.getTime() + days * 86_400_000)
const order = {
  bankCode: '19870',
  personId: 'person-1',
  clientId: 'client',
  organisationId: 'PSDFR-ACPR-10001',
  tppId: 'PSDFR-ACPR-10001',
  scope: 'aisp',
  scaAt: now,
  codeHash: null,
  now,
  accessSeconds: 900,
} as const
const seen = { organisationId: 'PSDFR-ACPR-10001', requestId: 'r1', fingerprint: 'one', seenAt: now }

describe('the store', () => {
  test('contains after a restart what was committed', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'store-')), 'sandbox.db')
    const first = openStore(path, tables)
    const issued = issueTokens(first, order)
    noteRequest(first, seen)
    flushRequests(first)
    first.close()
    const second = openStore(path, tables)
    expect(findGrantByAccessToken(second, issued.accessToken)).toEqual(issued.grant)
    expect(noteRequest(second, { ...seen, fingerprint: 'other' })).toBe(false)
    flushRequests(second)
    second.close()
  })

  test('uses WAL and full synchronisation', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'store-')), 'sandbox.db')
    const db = openStore(path, tables)
    expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
    expect(db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
    db.close()
  })

  test('an error in a transaction rolls everything back, also in a nested one', () => {
    const db = openStore(':memory:', tables)
    const work = () =>
      inTransaction(db, () => {
        writeSetting(db, 'a', '1')
        inTransaction(db, () => writeSetting(db, 'b', '2'))
        throw new Error('no')
      })
    expect(work).toThrow('no')
    expect([readSetting(db, 'a'), readSetting(db, 'b')]).toEqual([null, null])
    writeSetting(db, 'a', '1')
    expect(readSetting(db, 'a')).toBe('1')
  })

  test('prepares a statement once', () => {
    const db = openStore(':memory:', tables)
    expect(prepared(db, 'SELECT 1')).toBe(prepared(db, 'SELECT 1'))
  })
})

describe('pairs', () => {
  test('one valid pair per PSU, TPP and role, enforced by the database', () => {
    const db = openStore(':memory:', tables)
    const first = issueTokens(db, order)
    const second = issueTokens(db, order)
    expect(findGrantByAccessToken(db, first.accessToken)?.revokedBecause).toBe('replaced')
    expect(findGrantByAccessToken(db, second.accessToken)?.revokedAt).toBeNull()
    const revive = () =>
      db.prepare('UPDATE token_pairs SET revoked_at = NULL WHERE pair_id = ?').run(first.grant.pairId)
    expect(revive).toThrow('UNIQUE')
  })

  test('a revoked pair is not renewed, and keeps its first reason', () => {
    const db = openStore(':memory:', tables)
    const { grant, refreshToken } = issueTokens(db, order)
    revokePair(db, grant.pairId, 'psu_revoked', now)
    revokePair(db, grant.pairId, 'tpp_revoked', later(1))
    expect(renewTokens(db, grant.pairId, { rotate: false, now, accessSeconds: 900 })).toBeNull()
    expect(findGrantByRefreshToken(db, refreshToken ?? '')).toMatchObject({
      revokedBecause: 'psu_revoked',
      revokedAt: now,
    })
  })
})

describe('request ids', () => {
  test('are unused, the same, or another request’s; per organisation', () => {
    const db = openStore(':memory:', tables)
    expect(noteRequest(db, seen)).toBe(true)
    expect(noteRequest(db, seen)).toBe(true)
    expect(noteRequest(db, { ...seen, fingerprint: 'other' })).toBe(false)
    expect(noteRequest(db, { ...seen, fingerprint: 'other', organisationId: 'PSDFR-ACPR-2' })).toBe(true)
    flushRequests(db)
    expect(noteRequest(db, { ...seen, fingerprint: 'other' })).toBe(false)
  })
})

describe('deletion', () => {
  test('deletes only what no call needs', () => {
    const db = openStore(':memory:', tables)
    const dead = issueTokens(db, { ...order, personId: 'dead' })
    const live = issueTokens(db, order)
    revokePair(db, dead.grant.pairId, 'bank_revoked', now)
    noteRequest(db, seen)
    flushRequests(db)
    forgetOldRows(db, later(100), later(30))
    expect(findGrantByAccessToken(db, dead.accessToken)).not.toBeNull()
    expect(noteRequest(db, { ...seen, fingerprint: 'other' })).toBe(false)
    forgetOldRows(db, later(181), later(37))
    expect(findGrantByAccessToken(db, dead.accessToken)).toBeNull()
    expect(findGrantByAccessToken(db, live.accessToken)).not.toBeNull()
    expect(noteRequest(db, { ...seen, fingerprint: 'other' })).toBe(true)
  })
})
