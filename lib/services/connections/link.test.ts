import type { WireRequest } from '@guichet/stet/transport.ts'
import { describe, expect, test } from 'vitest'
import { gateOf } from '#lib/banks.ts'
import { lockFor } from '#lib/base/locks.ts'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { requireFound } from '#lib/domain/refusals/refused.ts'
import { revokeDue } from '#lib/services/grants/revocations.ts'
import { readHome } from '#lib/services/home/read.ts'
import { refreshConnection } from '#lib/services/refresh/connection.ts'
import { seal } from '#lib/vault.ts'
import { type Person, people } from '#testing/bank/customers.ts'
import { codeOf } from '#testing/refusal-of.ts'
import { openStack } from '#testing/stack/open.ts'
import { comeBack, consent, type Fault, goToBank, link, newVisitor, presence, tapWire } from '#testing/stack/start.ts'
import { disconnect } from './disconnect.ts'
import { claimFlow, readFlow, startLink } from './link.ts'
import { openTokens } from './link-flow.ts'
import { sweepDeadExchanges, sweepExpiredFlows, sweepQuarantine } from './link-sweeps.ts'
import { listConnections, readConnection } from './read.ts'

const stack = openStack()
const { wire } = stack
const isToken = ({ target }: WireRequest) => target.endsWith('/oauth/token')
const isRevoke = ({ target }: WireRequest) => target.endsWith('/oauth/revoke')
const isList = ({ target }: WireRequest) => /\/accounts(\?|$)/.test(target)
const tokenCalls = () => wire.sent.filter(isToken).length
const later = (minutes: number) => setClock(new Date(Date.now() + minutes * 60_000))

/** A new person who authorised at the bank, and the address to come back to. */
async function atCallback(person: Person = people.lea, how?: Parameters<typeof goToBank>[2]) {
  const visitor = await newVisitor()
  return { visitor, url: await goToBank(visitor, person, how) }
}

/** A new person whose connection has their consent. */
async function consented(person: Person) {
  const visitor = await newVisitor()
  const connectionId = await link(visitor, person)
  await consent(visitor, connectionId)
  return { visitor, connectionId }
}

describe('a link flow', () => {
  test('ends in a connection with accounts but no data yet', async () => {
    const visitor = await newVisitor()
    await wire.tap()
    const outcome = await comeBack(await goToBank(visitor, people.lea), visitor)
    expect(outcome).toMatchObject({ next: 'consent', failure: null })
    expect(wire.sent.map(({ target }) => target.replace(/^.*\//, ''))).toEqual(['token', 'accounts'])
    const connection = await readConnection(visitor, outcome.connectionId ?? '')
    expect(connection).toMatchObject({ state: 'choosing', consent: null, daysLeft: 180 })
    expect(connection.accounts.length).toBeGreaterThan(0)
    expect(connection.accounts.flatMap(({ balances }) => balances)).toEqual([])
    expect((await readHome(visitor)).attention.map(({ kind }) => kind)).toEqual(['finish_consent'])
  })

  test('has a state of 256 bits, stored as a hash, and tokens that are sealed (C2, C11)', async () => {
    const visitor = await newVisitor()
    const { flowId, redirectTo } = await startLink(visitor, { bankCode: '19870', purpose: 'link' })
    const state = new URL(redirectTo).searchParams.get('state') ?? ''
    expect(Buffer.from(state, 'base64url')).toHaveLength(32)
    const row = await db().linkFlow.findUniqueOrThrow({ where: { id: flowId } })
    expect(JSON.stringify(row)).not.toContain(state)
    expect(row.expiresAt.getTime() - row.createdAt.getTime()).toBeLessThanOrEqual(10 * 60_000)
    await link(visitor, people.lea)
    const connection = await db().connection.findFirstOrThrow({ where: { userId: visitor.userId } })
    expect(connection.accessSealed).toMatch(/^eyJ/)
    expect(connection.refreshSealed).toMatch(/^eyJ/)
  })

  test('started in two tabs ends in both, in reverse order (C4)', async () => {
    const visitor = await newVisitor()
    const first = await goToBank(visitor, people.sophie)
    const second = await goToBank(visitor, people.julien)
    expect(await comeBack(second, visitor)).toMatchObject({ next: 'consent' })
    expect(await comeBack(first, visitor)).toMatchObject({ next: 'consent' })
    expect(await listConnections(visitor)).toHaveLength(2)
  })

  test('links the accounts of a list that can be parsed, and blames the bank if there are none (C70)', async () => {
    const spoil = (keepFirst: boolean) => (text: string) => {
      const body: { accounts: { resourceId: string }[] } = JSON.parse(text)
      const accounts = body.accounts.map((account, at) =>
        keepFirst && at === 0 ? account : { ...account, resourceId: `${account.resourceId}\u0000` },
      )
      return JSON.stringify({ ...body, accounts })
    }
    const { visitor, url: journey } = await atCallback(people.camille)
    await wire.rewrite(isList, spoil(false))
    const outcome = await comeBack(journey, visitor)
    expect(outcome).toMatchObject({ next: 'result', failure: 'bank_error' })
    wire.restore()
    const again = await goToBank(visitor, people.camille)
    await wire.rewrite(isList, spoil(true))
    const { next, connectionId } = await comeBack(again, visitor)
    expect(next).toBe('consent')
    const connection = await readConnection(visitor, connectionId ?? '')
    expect(connection.accounts).toHaveLength(1)
    expect(connection.unreadableAccounts).toBeGreaterThan(0)
  })

  test('ends in a connection although the bank is left alone for a while: the person has just authorised it', async () => {
    const { visitor, url: journey } = await atCallback()
    const [since, retryAt] = [new Date(), new Date(Date.now() + 240_000)]
    const data = { breaker: 'open' as const, downSince: since, retryAt, failedProbes: 3 }
    await db().bankHealth.upsert({
      where: { bankCode: '19870' },
      create: { bankCode: '19870', ...data },
      update: data,
    })
    gateOf('19870').learn({ state: 'open', since, retryAt, failedProbes: 3, probeUntil: null })
    expect(await comeBack(journey, visitor)).toMatchObject({ next: 'consent', failure: null })
    expect(gateOf('19870').breaker().state).toBe('closed')
    expect(await db().bankHealth.findUnique({ where: { bankCode: '19870' } })).toMatchObject({ breaker: 'closed' })
  })

  test('is refused after too many starts', async () => {
    const visitor = await newVisitor()
    const start = () => startLink(visitor, { bankCode: '19870', purpose: 'link' })
    for (let tries = 0; tries < 20; tries += 1) await start()
    await expect(start()).rejects.toMatchObject({ code: 'too_many_tries' })
  })

  test('counts no start that led to a connection', async () => {
    const visitor = await newVisitor()
    for (let tries = 0; tries < 19; tries += 1) await startLink(visitor, { bankCode: '19870', purpose: 'link' })
    await link(visitor, people.lea)
    await expect(link(visitor, people.lea)).resolves.toBeDefined()
  })

  test('to an unknown bank, or to renew somebody else’s connection, is refused', async () => {
    const [visitor, other] = [await newVisitor(), await newVisitor()]
    const connectionId = await link(other, people.ines)
    const { userId } = visitor
    expect(await codeOf(startLink({ userId }, { bankCode: '99999', purpose: 'link' }))).toBe('bank_unknown')
    const renewal = { bankCode: '19870', purpose: 'renew', connectionId } as const
    await expect(startLink({ userId }, renewal)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a callback', () => {
  test('that comes twice at once spends the code once and shows both the same (C5, L1)', async () => {
    const { visitor, url } = await atCallback(people.thomas)
    await wire.tap()
    const [one, other] = await Promise.all([comeBack(url, visitor), comeBack(url, visitor)])
    expect(one).toMatchObject({ next: 'consent' })
    expect(other).toEqual(one)
    expect(await comeBack(url, visitor)).toEqual(one)
    expect(tokenCalls()).toBe(1)
  })

  test('with the state of another bank is refused, with no token call (C3)', async () => {
    const { visitor, url } = await atCallback()
    await wire.tap()
    const wrongWire = await tapWire('19871')
    expect(await comeBack(url, visitor, '19871')).toMatchObject({ next: 'result', failure: 'wrong_bank', flowId: null })
    expect(wire.sent).toEqual([])
    expect(wrongWire.sent).toEqual([])
    wrongWire.restore()
    expect(await comeBack(url, visitor)).toMatchObject({ next: 'consent' })
  })

  test('from an issuer that is not the bank is refused (C3)', async () => {
    const { visitor, url } = await atCallback()
    url.searchParams.set('iss', 'https://19871.sandbox.localhost')
    expect(await comeBack(url, visitor)).toMatchObject({ failure: 'wrong_bank' })
    url.searchParams.set('iss', stack.running.baseUrlOf('19870'))
    expect(await comeBack(url, visitor)).toMatchObject({ next: 'consent' })
  })

  test('with empty members and a space after the code, it links', async () => {
    const { visitor, url } = await atCallback()
    for (const name of ['iss', 'error']) url.searchParams.set(name, '')
    url.searchParams.set('code', `${url.searchParams.get('code')} `)
    expect(await comeBack(url, visitor)).toMatchObject({ next: 'consent' })
  })

  test('without parameters, or of no link flow, has its own failure (L3)', async () => {
    const visitor = await newVisitor()
    const bare = new URL(`${process.env.APP_URL}/callback/19870`)
    expect(await comeBack(bare, visitor)).toMatchObject({ failure: 'unknown_link', flowId: null })
    bare.searchParams.set('state', 'nobody-ever-began-this')
    expect(await comeBack(bare, visitor)).toMatchObject({ failure: 'unknown_link', flowId: null })
    expect(await listConnections(visitor)).toEqual([])
  })

  test('that reports a time-out is not called a refusal', async () => {
    const { visitor, url } = await atCallback(people.lea, { decision: 'refuse' })
    url.searchParams.set('error_description', 'The session timed out')
    expect(await comeBack(url, visitor)).toMatchObject({ failure: 'timed_out_at_bank' })
  })

  test('with a used state and another code, or in a stranger’s browser, reveals nothing (C2)', async () => {
    const [visitor, stranger] = [await newVisitor(), await newVisitor()]
    const url = await goToBank(visitor, people.lea)
    await comeBack(url, visitor)
    expect(await comeBack(url, stranger)).toEqual(usedUp)
    expect(await comeBack(url, null)).toEqual(usedUp)
    url.searchParams.set('code', 'made-up')
    expect(await comeBack(url, visitor)).toEqual(usedUp)
  })
})

const usedUp = { next: 'result', flowId: null, connectionId: null, failure: 'already_used', claimSecret: null }

describe('a callback that fails', () => {
  const noAccounts = { status: 404, body: { status: 404, message: 'NAAC' } }
  test.each<{
    row: string
    what: string
    failure: string
    minutesLate?: number
    decision?: 'refuse'
    bankError?: string
    exchange?: Fault
    list?: Fault
  }>([
    { row: 'L2', what: 'eleven minutes late', failure: 'expired', minutesLate: 11 },
    { row: 'L3', what: 'refused', failure: 'refused_by_person', decision: 'refuse', bankError: 'access_denied' },
    { row: 'L4', what: 'exchange lost', failure: 'answer_lost', exchange: 'lost_after' },
    { row: 'L6', what: 'exchange answered 503', failure: 'answer_lost', exchange: { status: 503 } },
    {
      row: 'L7',
      what: 'list 204',
      failure: 'no_accounts',
      list: { rewrite: () => ({ status: 204, headers: {}, text: '' }) },
    },
    { row: 'L7', what: 'list NAAC', failure: 'no_accounts', list: noAccounts },
  ])(
    '$what: whoever arrives, twice at once and later, gets the same; recorded once, never repeated, and a new link works ($row)',
    async ({ failure, minutesLate = 0, decision, bankError, exchange, list }) => {
      const visitor = await newVisitor()
      const { userId } = visitor
      const url = await goToBank(visitor, people.lea, decision && { decision })
      await wire.tap(request => (isToken(request) ? exchange : isList(request) ? list : undefined) ?? 'none')
      if (minutesLate > 0) later(minutesLate)
      const [outcome, other] = await Promise.all([comeBack(url, visitor), comeBack(url, visitor)])
      expect(outcome).toMatchObject({ next: 'result', failure })
      expect([other, await comeBack(url, visitor)]).toEqual([outcome, outcome])
      expect(tokenCalls()).toBe(exchange || list ? 1 : 0)
      expect(wire.sent.filter(isRevoke)).toHaveLength(list ? 1 : 0)
      wire.restore()
      setClock(null)
      const flow = { status: 'failed', connectionId: null, ...(bankError && { bankError }) }
      expect(await readFlow(outcome.flowId ?? '', userId)).toMatchObject(flow)
      const revoked = await db().revocation.findMany({ where: { userId } })
      expect(revoked.map(({ doneAt, tokenSealed }) => [doneAt !== null, tokenSealed])).toEqual(
        list ? [[true, null]] : [],
      )
      expect(await db().auditEvent.count({ where: { userId, action: 'link.failed' } })).toBe(1)
      expect(await listConnections({ userId })).toEqual([])
      await link(visitor, people.lea)
      expect(await listConnections({ userId })).toHaveLength(1)
    },
  )
})

describe('the exchange of the code', () => {
  test('refused by the bank says so with its code', async () => {
    const { visitor, url } = await atCallback()
    url.searchParams.set('code', 'made-up')
    const outcome = await comeBack(url, visitor)
    expect(outcome).toMatchObject({ failure: 'overtaken' })
    expect(await readFlow(outcome.flowId ?? '', visitor.userId)).toMatchObject({ bankError: 'invalid_grant' })
  })

  test('refused for an unknown reason is the bank’s failure, not ours', async () => {
    const { visitor, url } = await atCallback()
    await wire.tap(request => (isToken(request) ? { status: 400, body: { message: 'no' } } : 'none'))
    expect(await comeBack(url, visitor)).toMatchObject({ failure: 'bank_error' })
  })

  test('that fails because the bank does not know us is our fault, with an id for support', async () => {
    const { visitor, url } = await atCallback()
    const refusal = { status: 401, body: { error: 'invalid_client' } }
    await wire.tap(request => (isToken(request) ? refusal : 'none'))
    const outcome = await comeBack(url, visitor)
    expect(outcome).toMatchObject({ failure: 'our_fault' })
    expect((await readFlow(outcome.flowId ?? '', visitor.userId))?.supportId).toMatch(/^[A-Z0-9]{10}$/)
  })

  test.each<[string, (text: string) => string]>([
    ['of another scope', text => text.replace(/"scope":"[^"]*"/, '"scope":"pisp"')],
    ['of another type', text => text.replace(/"Bearer"/i, '"mac"')],
    ['without a refresh token', text => text.replace(/"refresh_token"/, '"refresh"')],
    ['with an access token that is no text', text => text.replace(/"access_token":"[^"]*"/, '"access_token":{}')],
    ['cut off behind its tokens', text => text.replace(/\}\s*$/, ',"scope":')],
  ])('answered with tokens %s blames the bank, and they are revoked there', async (_, rewrite) => {
    const { visitor, url } = await atCallback()
    await wire.rewrite(isToken, rewrite)
    expect(await comeBack(url, visitor)).toMatchObject({ failure: 'bank_error' })
    expect(wire.sent.filter(isRevoke)).toHaveLength(1)
    expect(await db().revocation.count({ where: { userId: visitor.userId, doneAt: null } })).toBe(0)
  })

  test.each<[string, (text: string) => string]>([
    ['links to another host', text => text.replaceAll(/"href":"\//g, '"href":"https://evil.example/')],
    ['no list', () => '{"accounts":7}'],
  ])('followed by %s instead of accounts blames the bank, and the grant is revoked', async (_, rewrite) => {
    const { visitor, url } = await atCallback()
    const withNext = (text: string) => text.replace('"_links":{', '"_links":{"next":{"href":"/stet/psd2/next"},')
    await wire.rewrite(isList, text => rewrite(withNext(text)))
    expect(await comeBack(url, visitor)).toMatchObject({ failure: 'bank_error' })
    expect(wire.sent.filter(isRevoke)).toHaveLength(1)
    expect(await listConnections(visitor)).toEqual([])
  })

  test('whose process died is ended by a sweeper, and its tokens are revoked (L5)', async () => {
    const visitor = await newVisitor()
    const outcome = await comeBack(await goToBank(visitor, people.lea), null)
    // The state a process leaves if it is killed between the answer and storing it.
    const where = { id: outcome.flowId ?? '' }
    await db().linkFlow.update({ where, data: { status: 'exchanging', quarantinedUntil: null } })
    expect(await sweepDeadExchanges()).toBe(0)
    await wire.tap()
    later(2)
    expect(await sweepDeadExchanges()).toBe(1)
    expect(wire.sent.filter(isRevoke)).toHaveLength(1)
    expect(await readFlow(where.id, visitor.userId)).toMatchObject({ status: 'failed', failure: 'answer_lost' })
  })
})

describe('quarantine (C9)', () => {
  const arriveElsewhere = async (visitor: Awaited<ReturnType<typeof newVisitor>>, there: typeof visitor | null) => {
    const outcome = await comeBack(await goToBank(visitor, people.ines), there)
    expect(outcome).toMatchObject({ next: 'resume', connectionId: null, failure: null })
    return { flowId: outcome.flowId ?? '', secret: outcome.claimSecret }
  }

  test('withholds from everybody what a browser without a session, or of another person, brought back', async () => {
    const [visitor, other] = [await newVisitor(), await newVisitor()]
    for (const there of [null, other]) {
      const { flowId } = await arriveElsewhere(visitor, there)
      expect(await listConnections(visitor)).toEqual([])
      expect(await listConnections(other)).toEqual([])
      expect(await readFlow(flowId, null)).toMatchObject({ status: 'quarantined', connectionId: null })
    }
    expect((await readHome(visitor)).attention[0]).toMatchObject({ kind: 'quarantined_link' })
  })

  test('ends when the person who started claims it in that browser', async () => {
    const visitor = await newVisitor()
    const { flowId, secret } = await arriveElsewhere(visitor, null)
    const { connectionId, choosing } = await claimFlow(visitor, flowId, secret, presence)
    expect(choosing).toBe(true)
    expect(await readConnection(visitor, connectionId)).toMatchObject({ state: 'choosing' })
    await expect(claimFlow(visitor, flowId, secret, presence)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('does not end for the person who started in another browser: sending the link to a victim gains nothing', async () => {
    const attacker = await newVisitor()
    const { flowId } = await arriveElsewhere(attacker, null)
    for (const secret of [null, 'made-up', '']) {
      await expect(claimFlow(attacker, flowId, secret, presence)).rejects.toMatchObject({ code: 'not_found' })
    }
    expect(await listConnections(attacker)).toEqual([])
  })

  test('does not end for another person who knows the secret', async () => {
    const [visitor, other] = [await newVisitor(), await newVisitor()]
    const { flowId, secret } = await arriveElsewhere(visitor, other)
    await expect(claimFlow(other, flowId, secret, presence)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('claimed twice at once makes one connection', async () => {
    const visitor = await newVisitor()
    const { flowId, secret } = await arriveElsewhere(visitor, null)
    const claim = () => claimFlow(visitor, flowId, secret, presence)
    const results = await Promise.allSettled([claim(), claim()])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await listConnections(visitor)).toHaveLength(1)
  })

  test('ends after fifteen minutes: the tokens are revoked at the bank, with retries until it answers', async () => {
    const visitor = await newVisitor()
    const { flowId, secret } = await arriveElsewhere(visitor, null)
    await wire.tap(request => (isRevoke(request) ? { status: 503 } : 'none'))
    later(16)
    await expect(claimFlow(visitor, flowId, secret, presence)).rejects.toMatchObject({ code: 'not_found' })
    expect(await sweepQuarantine()).toBeGreaterThan(0)
    const flow = await db().linkFlow.findUniqueOrThrow({ where: { id: flowId } })
    expect(flow).toMatchObject({ status: 'revoked', failure: 'quarantine_expired', sealedTokens: null })
    const where = { userId: visitor.userId }
    expect(await db().revocation.findFirstOrThrow({ where })).toMatchObject({ doneAt: null, tries: 1 })
    wire.restore()
    await db().revocation.updateMany({ where, data: { nextTryAt: new Date(0) } })
    await revokeDue()
    const done = await db().revocation.findFirstOrThrow({ where })
    expect(done.doneAt).not.toBeNull()
    expect(done.tokenSealed).toBeNull()
  })

  test('ends with its access token, which lists the accounts', async () => {
    const visitor = await newVisitor()
    await wire.rewrite(isToken, text => text.replace(/"expires_in":\d+/, '"expires_in":300'))
    const { flowId, secret } = await arriveElsewhere(visitor, null)
    wire.restore()
    const { quarantinedUntil } = requireFound(await readFlow(flowId, visitor.userId))
    expect(Date.parse(quarantinedUntil ?? '') - Date.now()).toBeLessThanOrEqual(300_000)
    later(6)
    await expect(claimFlow(visitor, flowId, secret, presence)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('whose tokens no key opens keeps no other from its end', async () => {
    const [first, second] = [await newVisitor(), await newVisitor()]
    const [lost, other] = [await arriveElsewhere(first, null), await arriveElsewhere(second, null)]
    await db().linkFlow.update({ where: { id: lost.flowId }, data: { sealedTokens: 'of a key that is gone' } })
    later(16)
    await sweepQuarantine()
    expect(await readFlow(other.flowId, second.userId)).toMatchObject({ status: 'revoked' })
    expect(await readFlow(lost.flowId, first.userId)).toMatchObject({ status: 'quarantined' })
  })

  test('of an abandoned link flow: it just expires', async () => {
    const visitor = await newVisitor()
    const { flowId } = await startLink(visitor, { bankCode: '19870', purpose: 'link' })
    later(11)
    await sweepExpiredFlows()
    expect(await readFlow(flowId, visitor.userId)).toMatchObject({ status: 'failed', failure: 'expired' })
  })
})

describe('the same bank login again', () => {
  test('by the same person renews the first connection and keeps everything (bank:D11)', async () => {
    const { visitor, connectionId: first } = await consented(people.sophie)
    await refreshConnection(visitor, first, presence)
    const before = await readConnection(visitor, first)
    const count = () => db().transaction.count({ where: { userId: visitor.userId } })
    const had = await count()
    const again = await comeBack(await goToBank(visitor, people.sophie), visitor)
    expect(again).toMatchObject({ next: 'connection', connectionId: first })
    const [after, ...others] = await listConnections(visitor)
    expect(others).toEqual([])
    expect(after?.consent?.accountCount).toBe(before.consent?.accountCount)
    expect(after?.accounts.map(({ id }) => id)).toEqual(before.accounts.map(({ id }) => id))
    expect(await count()).toBe(had)
    const progress = await refreshConnection(visitor, first, presence)
    expect(progress.accounts.every(({ state }) => state === 'done')).toBe(true)
  })

  test('by another person takes it over; the first one is notified and can take it back (L11)', async () => {
    const [first, second] = [await newVisitor(), await newVisitor()]
    const mine = await link(first, people.karim)
    await consent(first, mine)
    const theirs = await link(second, people.karim)
    expect(await readConnection(first, mine)).toMatchObject({ state: 'replaced', reason: 'linked_elsewhere' })
    expect((await readHome(first)).attention).toMatchObject([{ kind: 'replaced', connectionId: mine }])
    await expect(refreshConnection(first, mine, presence)).rejects.toMatchObject({ code: 'consent_revoked' })
    const row = await db().connection.findUniqueOrThrow({ where: { id: mine } })
    expect([row.accessSealed, row.refreshSealed]).toEqual([null, null])
    expect(await comeBack(await goToBank(first, people.karim, { renews: mine }), first)).toMatchObject({
      next: 'connection',
      connectionId: mine,
    })
    expect(await readConnection(second, theirs)).toMatchObject({ state: 'replaced' })
    const { accounts } = await refreshConnection(first, mine, presence)
    expect(accounts.map(({ state, error }) => [state, error])).toEqual(accounts.map(() => ['done', null]))
  })
})

describe('renewal', () => {
  const waitingForLogin = async () => {
    const [row] = await db().$queryRaw<{ waiting: number }[]>`
      SELECT count(*)::int AS waiting FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
    return row?.waiting
  }

  test('that is abandoned, refused or lost changes nothing', async () => {
    const { visitor, connectionId } = await consented(people.julien)
    const before = await db().connection.findUniqueOrThrow({ where: { id: connectionId } })
    const refused = await goToBank(visitor, people.julien, { renews: connectionId, decision: 'refuse' })
    expect(await comeBack(refused, visitor)).toMatchObject({ failure: 'refused_by_person' })
    const { status, refreshSealed, expiresAt } = await db().connection.findUniqueOrThrow({
      where: { id: connectionId },
    })
    expect({ status, refreshSealed, expiresAt }).toEqual({
      status: 'active',
      refreshSealed: before.refreshSealed,
      expiresAt: before.expiresAt,
    })
    await refreshConnection(visitor, connectionId, presence)
  })

  test('is not undone halfway: who disconnects meanwhile waits for its end', async () => {
    const { visitor, connectionId } = await consented(people.lea)
    const where = { id: connectionId, userId: visitor.userId }
    const ending = await db().$transaction(async tx => {
      await lockFor(tx, 'login', `${visitor.userId} 19870`)
      const disconnecting = disconnect(visitor, connectionId, presence)
      await expect.poll(waitingForLogin, { timeout: 60_000 }).toBe(1)
      await tx.connection.update({ where, data: { status: 'active' } })
      return { disconnecting }
    })
    await ending.disconnecting
    expect(await db().connection.findFirstOrThrow({ where })).toMatchObject({
      status: 'disconnected',
      refreshSealed: null,
    })
  })

  test('of an expired connection brings it back, with its consent', async () => {
    const { visitor, connectionId } = await consented(people.julien)
    await db().connection.update({ where: { id: connectionId }, data: { expiresAt: new Date(Date.now() - 1_000) } })
    expect(await codeOf(refreshConnection(visitor, connectionId, presence))).toBe('consent_expired')
    await comeBack(await goToBank(visitor, people.julien, { renews: connectionId }), visitor)
    expect(await readConnection(visitor, connectionId)).toMatchObject({ state: 'active', daysLeft: 180 })
    await refreshConnection(visitor, connectionId, presence)
  })

  test('as another customer of the bank is refused: nothing is mixed, and the grant is revoked', async () => {
    const { visitor, connectionId: camille } = await consented(people.camille)
    const before = await readConnection(visitor, camille)
    await wire.tap()
    const outcome = await comeBack(await goToBank(visitor, people.thomas, { renews: camille }), visitor)
    expect(outcome).toMatchObject({ next: 'result', failure: 'other_login', connectionId: null })
    expect(wire.sent.filter(isRevoke)).toHaveLength(1)
    expect(await listConnections(visitor)).toEqual([before])
    await refreshConnection(visitor, camille, presence)
  })

  test('as another customer who is also linked renews that connection, and says so', async () => {
    const visitor = await newVisitor()
    const camille = await link(visitor, people.camille)
    const thomas = await link(visitor, people.thomas)
    const outcome = await comeBack(await goToBank(visitor, people.thomas, { renews: camille }), visitor)
    expect(outcome).toMatchObject({ connectionId: thomas })
    expect(await readFlow(outcome.flowId ?? '', visitor.userId)).toMatchObject({ outcome: 'merged' })
    expect(await listConnections(visitor)).toHaveLength(2)
  })

  test('claimed from quarantine keeps the choice', async () => {
    const { visitor, connectionId } = await consented(people.julien)
    const away = await comeBack(await goToBank(visitor, people.julien, { renews: connectionId }), null)
    const claimed = await claimFlow(visitor, away.flowId ?? '', away.claimSecret, presence)
    expect(claimed).toMatchObject({ connectionId, choosing: false })
    expect(await readConnection(visitor, connectionId)).toMatchObject({ state: 'active' })
  })

  test('claimed from quarantine as somebody else is refused too', async () => {
    const visitor = await newVisitor()
    const camille = await link(visitor, people.camille)
    const away = await comeBack(await goToBank(visitor, people.thomas, { renews: camille }), null)
    const claim = claimFlow(visitor, away.flowId ?? '', away.claimSecret, presence)
    await expect(claim).rejects.toMatchObject({ code: 'not_found' })
    expect(await readFlow(away.flowId ?? '', visitor.userId)).toMatchObject({ failure: 'other_login' })
    expect(await readConnection(visitor, camille)).toMatchObject({ state: 'choosing' })
  })
})

describe('a link flow of another person', () => {
  test('is shown to who is signed out for half an hour without its result, and to nobody else once it worked (C29)', async () => {
    const [visitor, other] = [await newVisitor(), await newVisitor()]
    const { flowId } = await comeBack(await goToBank(visitor, people.lea), visitor)
    expect((await readFlow(flowId ?? '', visitor.userId))?.connectionId).not.toBeNull()
    expect(await readFlow(flowId ?? '', null)).toMatchObject({ connectionId: null, outcome: null })
    expect(await readFlow(flowId ?? '', other.userId)).toBeNull()
    later(60)
    expect(await readFlow(flowId ?? '', null)).toBeNull()
    expect(await readFlow('not-an-id', other.userId)).toBeNull()
  })
})

describe('the tokens a link flow holds', () => {
  const flow = { id: 'a-flow', bankCode: 'cofr' }
  const good = { access: 'access-canary', refresh: 'refresh-canary', expiresAt: '2026-11-21T10:00:00.000Z' }
  const read = async (kept: unknown) =>
    openTokens({
      ...flow,
      sealedTokens: await seal(JSON.stringify(kept), { row: flow.id, column: 'LinkFlow.sealedTokens' }),
    })

  test('are read as they were stored', async () => {
    const tokens = await read(good)
    expect([tokens?.accessToken.reveal(), tokens?.refreshToken.reveal()]).toEqual(['access-canary', 'refresh-canary'])
    expect(tokens?.expiresAt).toEqual(new Date('2026-11-21T10:00:00.000Z'))
    expect(await openTokens({ ...flow, sealedTokens: null })).toBeNull()
  })

  test.each([
    ['no object', 'access-canary'],
    ['nothing', null],
    ['a token that is no text', { ...good, refresh: ['refresh-canary'] }],
    ['no expiry', { access: 'access-canary', refresh: 'refresh-canary' }],
    ['an expiry that is no time', { ...good, expiresAt: 'canary' }],
  ])('are not used when what is stored is %s, and no error shows them', async (_, kept) => {
    const error = await read(kept).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(String(error)).not.toContain('canary')
  })
})
