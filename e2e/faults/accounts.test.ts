import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#lib/db.ts'
import { readProgress } from '#lib/services/refresh/connection.ts'
import type { ProgressView } from '#lib/views/banking.ts'
import { type Person, people } from '#testing/bank/customers.ts'
import { askDesk } from '#testing/bank/desk.ts'
import type { Scope } from '#testing/processes/acts.ts'
import {
  dieIn,
  expireAccess,
  forgetConnections,
  newCustomer,
  openCrew,
  passLeases,
  standsStill,
} from '#testing/processes/crew.ts'
import { findBroken } from '#testing/processes/invariants.ts'
import type { OurProcess } from '#testing/processes/start.ts'
import { goToBank, link, newConsented, newVisitor, presence } from '#testing/stack/start.ts'
import { planDeaths, playDeaths } from './deaths.ts'

/**
 * Links, consents, tokens and readings of processes that are killed, or paused until another has taken over
 * (docs/faults.md, L5, L9, L10, R2, R3, R12 to R15, fault:D1). What one process can show is beside the services.
 */

const bankCode = '19870'

const crew = openCrew({ bank: { SANDBOX_ROTATE_REFRESH: '1', SANDBOX_PAGE_TRANSACTIONS: '40' } })
const webs = crew.lasting
/** Of the two, the one that tests pause, and the other. */
const [sleeper, other] = webs
beforeEach(async () => {
  await forgetConnections()
  await rotate(true)
})

const rotate = (on: boolean) => askDesk(crew.running, 'PUT', '/refresh-rotation', { rotate: on })
const lists = (one: OurProcess, scope: Scope, times = 1) =>
  one.call<(number | string)[]>('testing/processes/acts.ts', 'readLists', scope, times)
const agree = (one: OurProcess, scope: Scope, choice?: unknown) =>
  one.call<number | string>('testing/processes/acts.ts', 'agreeTo', scope, ...(choice === undefined ? [] : [choice]))
const tokenCalls = async () => (await crew.sent('/oauth/token')).length

describe('killed in the middle of a link (L5)', () => {
  type Visitor = Awaited<ReturnType<typeof newVisitor>>
  const arrive = (one: OurProcess, url: URL, visitor: Visitor) =>
    one.call<object>('testing/processes/acts.ts', 'comeBackTo', bankCode, url.searchParams.toString(), visitor)

  test.each([
    { point: 'when the tokens have come and are kept nowhere', kept: 0, wire: 'die_after' as const },
    { point: 'when they are kept', kept: 1, statement: { match: 'SET "sealedTokens"', act: 'die_after' as const } },
    { point: 'before the link commits', kept: 1, statement: { match: 'COMMIT', act: 'die_before' as const } },
  ])('$point: no partial link, the grant is revoked, and a new link works', async ({ kept, wire, statement }) => {
    const visitor = await newVisitor()
    const { userId } = visitor
    const url = await goToBank(visitor, people.ines)
    const one = await crew.start()
    if (wire) await one.addFault({ bankCode, match: '/oauth/token', act: wire })
    if (statement) await one.addStatement(statement)
    await dieIn(one, arrive(one, url, visitor))
    expect(await db().connection.count({ where: { userId } })).toBe(0)
    // Two workers run two minutes later.
    await db().linkFlow.updateMany({ where: { userId }, data: { callbackAt: new Date(0) } })
    await Promise.all(webs.map(web => web.call('lib/services/connections/link-sweeps.ts', 'sweepDeadExchanges')))
    await Promise.all(webs.map(web => web.call('lib/services/grants/revocations.ts', 'revokeDue')))
    const flow = await db().linkFlow.findFirstOrThrow({ where: { userId } })
    expect(flow).toMatchObject({ status: 'failed', failure: 'answer_lost', sealedTokens: null })
    const revoked = await db().revocation.findMany({ where: { userId } })
    expect(revoked.map(({ doneAt, tokenSealed }) => [doneAt !== null, tokenSealed])).toEqual(
      Array(kept).fill([true, null]),
    )
    expect(await arrive(other, url, visitor)).toMatchObject({ next: 'result', failure: 'answer_lost' })
    const connectionId = await link(visitor, people.ines)
    expect(await lists(sleeper, { userId, connectionId })).toEqual([expect.any(Number)])
    expect(await db().connection.count({ where: { userId } })).toBe(1)
  })
})

describe('a consent', () => {
  const versions = ({ connectionId }: Scope) =>
    db().consent.findMany({
      where: { connectionId },
      orderBy: { version: 'asc' },
      select: { version: true, status: true },
    })
  /** Léa's consent at the bank, from its desk. */
  const atBank = async () => (await askDesk(crew.running, 'GET', '/people/lea-moreau/permissions')).consents[0]

  test.each(['die_before', 'die_after'] as const)(
    'whose process was killed (%s its call) is sent by one of two workers, as the same version, and the bank has it (L10, L8)',
    async act => {
      const visitor = await newVisitor()
      const scope = { userId: visitor.userId, connectionId: await link(visitor, people.lea) }
      const one = await crew.start()
      await one.addFault({ bankCode, match: 'consents', act })
      await dieIn(one, agree(one, scope))
      expect(await versions(scope)).toEqual([{ version: 1, status: 'sent' }])
      await passLeases()
      const before = (await crew.sent('/consents')).length
      const finish = (web: OurProcess) =>
        web.call('lib/services/consent/sending.ts', 'finishConsent', scope.connectionId)
      await Promise.all(webs.map(finish))
      expect((await crew.sent('/consents')).length - before).toBe(1)
      expect(await versions(scope)).toEqual([{ version: 1, status: 'accepted' }])
      const { iban } = await db().account.findFirstOrThrow({ where: { ...scope, kind: 'account' } })
      expect(await atBank()).toMatchObject({ balances: [iban], transactions: [iban] })
    },
  )

  test('that arrives after a newer one, from a process that was paused: the bank has the newest in the end (L9)', async () => {
    const scope = await newCustomer(people.lea)
    await sleeper.addFault({ bankCode, match: 'consents', act: 'stop_before' })
    const sleeping = agree(sleeper, scope)
    await standsStill(sleeper)
    await passLeases()
    expect(await agree(other, scope, { accounts: [], psuIdentity: false })).toBe(3)
    expect((await atBank()).balances).toEqual([])
    await sleeper.kill('SIGCONT')
    expect(await sleeping).toBe('consent_changed_meanwhile')
    expect((await atBank()).balances).toEqual([])
    expect((await versions(scope)).at(-1)).toEqual({ version: 4, status: 'accepted' })
    const allowed = { ...scope, OR: [{ mayBalances: true }, { mayTransactions: true }] }
    expect(await db().account.count({ where: allowed })).toBe(0)
  })
})

describe('a token', () => {
  /** A customer whose token was refreshed once, so that there is a previous one, and has expired again. */
  async function newRefreshed(): Promise<Scope> {
    const scope = await newCustomer(people.lea)
    await expireAccess(scope)
    await lists(other, scope)
    await expireAccess(scope)
    return scope
  }

  /** Another process refreshes and is killed at that point. */
  async function refreshAndDie(scope: Scope, act: 'die_before' | 'die_after'): Promise<void> {
    const one = await crew.start()
    await one.addFault({ bankCode, match: '/oauth/token', act })
    await dieIn(one, lists(one, scope))
    await passLeases()
  }

  test('whose process was killed between answer and commit, with rotation: this one and the previous one, once each, then the person is notified; no loop (R2)', async () => {
    const scope = await newRefreshed()
    await refreshAndDie(scope, 'die_after')
    const before = await tokenCalls()
    const seen = (await Promise.all(webs.map(web => lists(web, scope, 5)))).flat()
    expect(new Set(seen)).toEqual(new Set(['consent_revoked']))
    expect((await tokenCalls()) - before).toBe(2)
    await Promise.all(webs.map(web => lists(web, scope, 5)))
    expect((await tokenCalls()) - before).toBe(2)
    expect(await db().notice.count({ where: { connectionId: scope.connectionId, kind: 'revoked' } })).toBe(1)
  })

  test.each([
    { on: false, act: 'die_after' as const },
    { on: true, act: 'die_before' as const },
  ])('whose process was killed, rotation $on, $act: nobody notices (R3)', async ({ on, act }) => {
    await rotate(on)
    const scope = await newRefreshed()
    await refreshAndDie(scope, act)
    expect((await Promise.all(webs.map(web => lists(web, scope, 5)))).flat()).toEqual(Array(10).fill(1))
    expect(await db().notice.count({ where: { connectionId: scope.connectionId } })).toBe(0)
  })

  test.each(['lost_before', 'lost_after'] as const)(
    'that comes while the database is down (%s it was stored) is stored when it is up again (fault:D1)',
    async act => {
      const scope = await newRefreshed()
      const read = () => db().connection.findUniqueOrThrow({ where: { id: scope.connectionId } })
      await other.addStatement({ match: 'SET "accessSealed"', act })
      const before = await read()
      expect(await lists(other, scope)).toEqual([1])
      const row = await read()
      expect(row).toMatchObject({ status: 'active', leaseId: null })
      expect(row.refreshSealed).not.toBe(before.refreshSealed)
    },
  )

  // Of one to three deaths each. `npm run soak -- deaths` draws others, from SOAK_SEED on.
  const { SOAK_DEATHS, SOAK_SEED } = process.env
  const drawn = Array.from({ length: Number(SOAK_DEATHS ?? 0) }, (_, at) => Number(SOAK_SEED ?? 0) + at)
  test.each(drawn.length > 0 ? drawn : [4])(
    'random deaths during its refresh (seed %i): a grant is lost only if the bank issued a token that nobody stored (R2)',
    async seed => {
      const plan = planDeaths(seed)
      const report = await playDeaths(crew, other, plan)
      expect(report.faults, JSON.stringify(plan)).toEqual([])
    },
  )
})

describe('a reading that was paused until another had read everything', () => {
  const refresh = (one: OurProcess, { userId, connectionId }: Scope) =>
    one.call<ProgressView>(
      'lib/services/refresh/connection.ts',
      'refreshConnection',
      { userId },
      connectionId,
      presence,
    )
  const linesOf = ({ userId }: Scope) =>
    db().transaction.findMany({ where: { userId }, orderBy: [{ accountId: 'asc' }, { key: 'asc' }] })

  /** Pauses a reading at that answer, passes its leases, and has the other process read. Returns how the paused one goes on to its end. */
  async function pauseAt(match: string, scope: Scope, meanwhile: () => Promise<unknown> = async () => undefined) {
    await sleeper.addFault({ bankCode, match, act: 'stop_after' })
    const late = refresh(sleeper, scope)
    await standsStill(sleeper)
    await meanwhile()
    await passLeases()
    await refresh(other, scope)
    return async () => {
      await sleeper.kill('SIGCONT')
      expect((await late).running).toBe(false)
      await expectAllRead(scope)
    }
  }

  async function expectAllRead({ userId, connectionId }: Scope): Promise<void> {
    const { accounts, running } = await readProgress({ userId }, connectionId)
    expect(running).toBe(false)
    expect(accounts.map(({ state, error }) => [state, error])).toEqual(accounts.map(() => ['done', null]))
  }

  /** A person who consented to balances and transactions only. */
  async function newReader(person: Person): Promise<Scope> {
    const { userId, connectionId } = await newConsented(person, { balances: true, transactions: true })
    return { userId, connectionId }
  }

  const book = (account: string, entry: { amount: string; status?: 'PDNG' }): Promise<{ position: string }> =>
    askDesk(crew.running, 'POST', `/accounts/${account}/entries`, entry)

  /** The bank's id of their first account, once its transactions are stored. */
  async function readOnce(scope: Scope): Promise<string> {
    await refresh(other, scope)
    const where = { ...scope, kind: 'account' as const }
    return (await db().account.findFirstOrThrow({ where, orderBy: { ordinal: 'asc' } })).resourceId
  }

  /** The bank drops a pending transaction, like a released hold. */
  function drop(account: string, position: string): void {
    const store = new DatabaseSync(join(crew.running.dataDir, 'sandbox.db'))
    try {
      store.exec('PRAGMA busy_timeout = 60000')
      store.prepare('DELETE FROM entries WHERE account_id = ? AND position = ?').run(account, Number(position))
    } finally {
      store.close()
    }
  }

  test.each(['/accounts', 'page=2', 'page=3'])(
    'at %s undoes nothing, and reports no failure (R12, R15)',
    async match => {
      const scope = await newReader(people.camille)
      const goOn = await pauseAt(match, scope)
      await expectAllRead(scope)
      const before = await linesOf(scope)
      await goOn()
      expect(await linesOf(scope)).toEqual(before)
    },
  )

  test('between two pages, where the bank booked a transaction, has it once (R13)', async () => {
    const scope = await newReader(people.lea)
    const account = await readOnce(scope)
    // So that everything is read, as at first.
    await db().transaction.deleteMany({ where: { userId: scope.userId } })
    await db().account.updateMany({
      where: { userId: scope.userId },
      data: { lastReference: null, pageDigests: [] },
    })
    const goOn = await pauseAt('page=2', scope, () => book(account, { amount: '-12.02' }))
    await goOn()
    expect((await linesOf(scope)).filter(({ amountMinor }) => amountMinor === -1202n)).toHaveLength(1)
  })

  test.each([
    { heard: '/transactions', amount: '-13.01', end: 'booked' as const },
    { heard: '/accounts', amount: '-13.02', end: 'booked' as const },
    { heard: '/transactions', amount: '-13.03', end: 'dropped' as const },
    { heard: '/accounts', amount: '-13.04', end: 'dropped' as const },
  ])(
    'with $heard of before a pending transaction was $end: the other’s result stays, without outdated transaction or balance (R14)',
    async ({ heard, amount, end }) => {
      const scope = await newReader(people.lea)
      const account = await readOnce(scope)
      const { position } = await book(account, { amount, status: 'PDNG' })
      const minor = BigInt(amount.replace('.', ''))
      const shown = async () =>
        (await linesOf(scope)).filter(({ amountMinor }) => amountMinor === minor).map(({ status }) => status)
      // Only the paused process ever saw the dropped transaction.
      if (end === 'booked') await refresh(other, scope)
      expect(await shown()).toEqual(end === 'booked' ? ['PDNG'] : [])
      // The list of accounts contains the balances.
      const goOn = await pauseAt(heard === '/accounts' ? heard : account + heard, scope, async () => {
        if (end === 'booked') await askDesk(crew.running, 'POST', `/accounts/${account}/entries/${position}/book`)
        else drop(account, position)
      })
      const stands = end === 'booked' ? ['BOOK'] : []
      expect(await shown()).toEqual(stands)
      expect(await findBroken(crew.running)).toEqual([])
      await goOn()
      expect(await shown()).toEqual(stands)
    },
  )
})
