import { randomUUID } from 'node:crypto'
import { listAccounts } from '@guichet/stet/accounts.ts'
import { refreshTokens } from '@guichet/stet/oauth.ts'
import { type AispToken, aispToken, pispToken, type RefreshToken, refreshToken } from '@guichet/stet/token.ts'
import type { WireRequest } from '@guichet/stet/transport.ts'
import { describe, expect, test } from 'vitest'
import { openBank } from '#lib/banks.ts'
import { db } from '#lib/db.ts'
import { disconnect } from '#lib/services/connections/disconnect.ts'
import { readConnection } from '#lib/services/connections/read.ts'
import { readHome } from '#lib/services/home/read.ts'
import { refreshConnection } from '#lib/services/refresh/connection.ts'
import { open, seal } from '#lib/vault.ts'
import { type Person, people } from '#testing/bank/customers.ts'
import { codeOf } from '#testing/refusal-of.ts'
import { openStack } from '#testing/stack/open.ts'
import { type Fault, newConsented, presence } from '#testing/stack/start.ts'
import { sealTokens, withToken } from './tokens.ts'

const { wire } = openStack({ SANDBOX_ROTATE_REFRESH: '1' })

const isToken = ({ target }: WireRequest) => target.endsWith('/oauth/token')
const tokenCalls = () => wire.sent.filter(isToken).length
const lost = { status: 400, body: { error: 'invalid_grant' } }
const dead = { status: 401, body: { error: 'invalid_token', message: 'invalid_token', status: 401 } }

async function connected(person: Person = people.lea) {
  const { visitor, connectionId } = await newConsented(person)
  const scope = { userId: visitor.userId, connectionId, presence }
  return { visitor, connectionId, scope, read: () => readRow(connectionId) }
}

function readRow(id: string) {
  return db().connection.findUniqueOrThrow({ where: { id } })
}

async function expire(id: string) {
  await db().connection.update({ where: { id }, data: { accessExpiresAt: new Date(0) } })
}

async function expired() {
  const one = await connected()
  await expire(one.connectionId)
  return one
}

const list = (scope: { userId: string; connectionId: string; presence: typeof presence }) =>
  withToken(scope, (bank, token) => listAccounts(bank, token, { presence }))

describe('a token that is about to expire', () => {
  test('is refreshed once for fifty callers of a bank that rotates (R1)', async () => {
    const { connectionId, scope } = await expired()
    await wire.tap()
    const lists = await Promise.all(Array.from({ length: 50 }, () => list(scope)))
    expect(lists.every(({ accounts }) => accounts.length > 0)).toBe(true)
    expect(tokenCalls()).toBe(1)
    await expire(connectionId)
    await list(scope)
    expect(tokenCalls()).toBe(2)
  })

  test('is refreshed and the call repeated after 401 invalid_token, once (L7)', async () => {
    const { connectionId, scope } = await connected()
    let refusals = 0
    await wire.tap(request => (!isToken(request) && refusals++ < 1 ? dead : 'none'))
    expect((await list(scope)).accounts.length).toBeGreaterThan(0)
    expect(wire.sent.map(({ target }) => target.replace(/^.*\//, ''))).toEqual(['accounts', 'token', 'accounts'])
    wire.restore()
    await wire.tap(request => (isToken(request) ? 'none' : dead))
    await expect(list(scope)).rejects.toMatchObject({ status: 401 })
    expect(tokenCalls()).toBe(1)
    expect(await readRow(connectionId)).toMatchObject({ status: 'active' })
  })

  /** What another process does: gets a new pair from the bank and stores it. */
  async function renewAtBank(connectionId: string) {
    const bank = await openBank('19870')
    if (!bank) throw new Error('no bank')
    const { refreshSealed } = await readRow(connectionId)
    const old = refreshToken(bank.code, await open(refreshSealed ?? '', columnOf(connectionId, 'refreshSealed')))
    const data = await sealTokens(connectionId, await refreshTokens(bank, old, { presence }))
    return () =>
      db().connection.update({ where: { id: connectionId }, data: { ...data, leaseId: null, leaseUntil: null } })
  }

  test('is followed if other processes replace it repeatedly during the call', async () => {
    const { connectionId, scope } = await connected()
    let uses = 0
    const { accounts } = await withToken(scope, async (bank, token) => {
      uses += 1
      if (uses <= 4) await (await renewAtBank(connectionId))()
      return listAccounts(bank, token, { presence })
    })
    expect([accounts.length > 0, uses]).toEqual([true, 5])
  })

  test('is waited for if another process is refreshing it', async () => {
    const { connectionId, scope, read } = await connected()
    let stored: Promise<unknown> = Promise.resolve()
    let uses = 0
    const { accounts } = await withToken(scope, async (bank, token) => {
      uses += 1
      if (uses === 1) await (await renewAtBank(connectionId))()
      if (uses !== 2) return listAccounts(bank, token, { presence })
      const store = await renewAtBank(connectionId)
      const lease = { leaseId: randomUUID(), leaseUntil: new Date(Date.now() + 60_000) }
      await db().connection.update({ where: { id: connectionId }, data: lease })
      return listAccounts(bank, token, { presence }).finally(() => {
        stored = read().then(read).then(store)
      })
    })
    await stored
    expect([accounts.length > 0, uses]).toEqual([true, 3])
  })

  test('whose refresh was lost before reaching the bank is refreshed again, once (R4)', async () => {
    const { scope } = await expired()
    let losses = 0
    await wire.tap(request => (isToken(request) && losses++ < 1 ? 'lost_before' : 'none'))
    expect((await list(scope)).accounts.length).toBeGreaterThan(0)
    expect(tokenCalls()).toBe(2)
  })

  test('is refreshed to the end although the caller has left: the bank has rotated', async () => {
    const { connectionId, scope, read } = await expired()
    const before = (await read()).refreshSealed
    const left = new AbortController()
    await wire.tap((request): Fault => {
      if (isToken(request)) left.abort()
      return 'none'
    })
    await withToken({ ...scope, signal: left.signal }, (bank, token) => listAccounts(bank, token, { presence }))
    expect((await read()).refreshSealed).not.toBe(before)
    wire.restore()
    await expire(connectionId)
    expect((await list(scope)).accounts.length).toBeGreaterThan(0)
  })

  test('is not changed, and the lease is released, if the bank does not answer', async () => {
    const { scope, read } = await expired()
    await wire.tap(request => (isToken(request) ? { status: 503 } : 'none'))
    await expect(list(scope)).rejects.toMatchObject({ code: 'bank_unavailable' })
    expect(tokenCalls()).toBe(2)
    expect(await read()).toMatchObject({ status: 'active', leaseId: null })
    wire.restore()
    expect((await list(scope)).accounts.length).toBeGreaterThan(0)
  })
})

describe('a refresh token that the bank does not know', () => {
  test('ends the connection once, for all parallel callers, and notifies the person (R6)', async () => {
    const { visitor, connectionId, scope, read } = await expired()
    await wire.tap(request => (isToken(request) ? lost : 'none'))
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => list(scope)))
    for (const result of results) expect(result).toMatchObject({ reason: { code: 'consent_revoked' } })
    expect(tokenCalls()).toBe(1)
    expect(await read()).toMatchObject({ status: 'revoked', statusReason: 'grant_refused' })
    const notices = { userId: visitor.userId, action: 'connection.revoked' }
    expect(await db().auditEvent.count({ where: notices })).toBe(1)
    expect((await readHome(visitor)).attention.map(({ kind }) => kind)).toEqual(['revoked'])
    expect(await codeOf(refreshConnection(visitor, connectionId, presence))).toBe('consent_revoked')
    expect(tokenCalls()).toBe(1)
  })

  test('is replaced by the previous one, once and never again (R2)', async () => {
    const { connectionId, scope, read } = await expired()
    await list(scope)
    const rotated = await read()
    expect(rotated.previousSealed).not.toBeNull()
    await expire(connectionId)
    await wire.tap(request => (isToken(request) ? lost : 'none'))
    await expect(list(scope)).rejects.toMatchObject({ code: 'consent_revoked' })
    const [current, previous, ...more] = wire.sent.map(({ body }) =>
      new URLSearchParams(body ?? '').get('refresh_token'),
    )
    expect(current).toBe(await open(rotated.refreshSealed ?? '', columnOf(connectionId, 'refreshSealed')))
    expect(previous).toBe(await open(rotated.previousSealed ?? '', columnOf(connectionId, 'previousSealed')))
    expect(more).toEqual([])
    expect((await read()).previousSealed).toBeNull()
  })

  test('is not used after 180 days (C23)', async () => {
    const { connectionId, scope } = await connected()
    await db().connection.update({
      where: { id: connectionId },
      data: { accessExpiresAt: new Date(0), expiresAt: new Date(Date.now() - 1) },
    })
    await wire.tap()
    await expect(list(scope)).rejects.toMatchObject({ code: 'consent_expired' })
    expect(wire.sent).toEqual([])
  })
})

const columnOf = (row: string, column: string) => ({ row, column: `Connection.${column}` })

describe('a process that was paused while it held the lease (R5)', () => {
  /** Changes the row after the lease was taken and before the bank's answer arrives. */
  const meanwhile = (happen: () => Promise<unknown>) =>
    wire.tap(async (request): Promise<Fault> => {
      if (isToken(request)) await happen()
      return 'none'
    })

  test('does not overwrite what a later lease holder stored', async () => {
    const { connectionId, scope, read } = await expired()
    const newer = await seal('newer', columnOf(connectionId, 'refreshSealed'))
    const data = { refreshSealed: newer, leaseId: null, leaseUntil: null }
    await meanwhile(() => db().connection.update({ where: { id: connectionId }, data }))
    await list(scope)
    expect((await read()).refreshSealed).toBe(newer)
  })

  test('stores its tokens if nobody else did, even after a refusal that it caused', async () => {
    const { connectionId, scope, read } = await expired()
    const before = await read()
    const data = { leaseId: null, leaseUntil: null, status: 'revoked' as const, statusReason: 'grant_refused' as const }
    await meanwhile(() => db().connection.update({ where: { id: connectionId }, data }))
    await list(scope)
    const after = await read()
    expect(after).toMatchObject({ status: 'active', statusReason: null })
    expect(after.refreshSealed).not.toBe(before.refreshSealed)
    wire.restore()
    await expire(connectionId)
    expect((await list(scope)).accounts.length).toBeGreaterThan(0)
  })

  test.each([
    ['goes back to the bank, when it is a new one', 'another', 1],
    ['stays, when it is the one that we hold', null, 0],
  ])('a refresh token with an access token of another scope %s', async (_, rotated, revocations) => {
    const { connectionId, scope } = await expired()
    await wire.tap(({ target, body }) => {
      if (!target.endsWith('/oauth/token')) return 'none'
      const token = rotated ?? new URLSearchParams(body ?? '').get('refresh_token') ?? ''
      const rewrite = (text: string) =>
        text
          .replace(/"scope":"[^"]*"/, '"scope":"pisp"')
          .replace(/"refresh_token":"[^"]*"/, `"refresh_token":"${token}"`)
      return { rewrite: answer => ({ ...answer, text: rewrite(answer.text) }) }
    })
    await expect(list(scope)).rejects.toMatchObject({ code: 'bank_answer_unusable' })
    expect(await db().revocation.count({ where: { connectionId } })).toBe(revocations)
  })

  test('revokes its tokens if the connection was disconnected', async () => {
    const { visitor, connectionId, scope, read } = await expired()
    await meanwhile(() => disconnect(visitor, connectionId, presence))
    await list(scope).catch(() => undefined)
    expect(await read()).toMatchObject({ status: 'disconnected', accessSealed: null, refreshSealed: null })
    expect(await db().revocation.count({ where: { connectionId } })).toBeGreaterThan(0)
  })
})

describe('tokens', () => {
  test('of another kind or another bank are never sent (C10, C18, L12)', async () => {
    await connected()
    const bank = await openBank('19870')
    if (!bank) throw new Error('no bank')
    await wire.tap()
    const misuse = (token: unknown) => listAccounts(bank, token as AispToken, { presence })
    const refresh = (token: unknown) => refreshTokens(bank, token as RefreshToken, { presence })
    await expect(misuse(pispToken('19870', 'payment'))).rejects.toMatchObject({ kind: 'token', sent: 'no' })
    await expect(misuse(aispToken('19871', 'foreign'))).rejects.toMatchObject({ kind: 'token', sent: 'no' })
    await expect(refresh(aispToken('19870', 'access'))).rejects.toMatchObject({ kind: 'token', sent: 'no' })
    expect(wire.sent).toEqual([])
  })

  test('are bound to their row and column (C11)', async () => {
    const [one, other] = [await connected(people.lea), await connected(people.ines)]
    const { refreshSealed } = await one.read()
    await db().connection.update({
      where: { id: other.connectionId },
      data: { refreshSealed, accessExpiresAt: new Date(0) },
    })
    await wire.tap()
    await expect(list(other.scope)).rejects.toMatchObject({ code: 'our_fault' })
    expect(wire.sent).toEqual([])
  })

  test('are sent with a request id that is never used twice (C17)', async () => {
    const { visitor, connectionId } = await connected()
    await wire.tap()
    await refreshConnection(visitor, connectionId, presence)
    const ids = wire.sent.map(({ headers }) => headers['x-request-id'])
    expect(ids.every(id => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-/.test(id ?? ''))).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
    const connection = await readConnection(visitor, connectionId)
    expect(connection.state).toBe('active')
  })
})
