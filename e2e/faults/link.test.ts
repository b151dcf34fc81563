import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#lib/db.ts'
import { people } from '#testing/bank/customers.ts'
import { askDesk } from '#testing/bank/desk.ts'
import type { Scope } from '#testing/processes/acts.ts'
import { dieIn, forgetConnections, newCustomer, openCrew, passLeases, standsStill } from '#testing/processes/crew.ts'
import type { OurProcess } from '#testing/processes/start.ts'
import { goToBank, link, newVisitor } from '#testing/stack/start.ts'

/** Linking and consents with two web processes, and with some that die (docs/faults.md, L1, L5, L7, L9 to L11). */

const bankCode = '19870'

const crew = openCrew()
const webs = crew.lasting
beforeEach(forgetConnections)

type Visitor = Awaited<ReturnType<typeof newVisitor>>
type Outcome = { readonly next: string; readonly connectionId: string | null; readonly failure: string | null }

const arrive = (one: OurProcess, url: URL, visitor: Visitor) =>
  one.call<Outcome>('testing/processes/acts.ts', 'comeBackTo', bankCode, url.searchParams.toString(), visitor)
const agree = (one: OurProcess, scope: Scope, choice?: unknown) =>
  one.call<number | string>('testing/processes/acts.ts', 'agreeTo', scope, ...(choice === undefined ? [] : [choice]))
const read = (one: OurProcess, scope: Scope) =>
  one.call<number | string>('testing/processes/acts.ts', 'readList', scope)

test('a callback that arrives at two processes at once: one token call, and both browsers go to the same page (L1)', async () => {
  const visitor = await newVisitor()
  const url = await goToBank(visitor, people.camille)
  const before = (await crew.sent('/oauth/token')).length
  const outcomes = await Promise.all([...webs, ...webs].map(web => arrive(web, url, visitor)))
  expect(new Set(outcomes.map(outcome => JSON.stringify(outcome))).size).toBe(1)
  expect(outcomes[0]).toMatchObject({ next: 'consent', failure: null })
  expect((await crew.sent('/oauth/token')).length - before).toBe(1)
  expect(await db().connection.count({ where: { userId: visitor.userId } })).toBe(1)
})

test('an access token that the bank rejects, and a process that still has it: one refresh, and both succeed (L7)', async () => {
  const scope = await newCustomer(people.lea)
  const [, sleeper] = webs
  const before = (await crew.sent('/oauth/token')).length
  await sleeper.addFault({ bankCode, match: '/accounts', act: 'stop_before' })
  const late = read(sleeper, scope)
  await standsStill(sleeper)
  await webs[0].addFault({ bankCode, match: '/accounts', act: { status: 401, body: { error: 'invalid_token' } } })
  expect(await read(webs[0], scope)).toBeTypeOf('number')
  await sleeper.kill('SIGCONT')
  expect(await late).toBeTypeOf('number')
  expect((await crew.sent('/oauth/token')).length - before).toBe(1)
})

describe('killed in the middle of a link (L5)', () => {
  test.each([
    { point: 'when the tokens have come and are kept nowhere', kept: 0, wire: 'die_after' as const },
    { point: 'when they are kept', kept: 1, statement: { match: 'SET "sealedTokens"', act: 'die_after' as const } },
    { point: 'before the link commits', kept: 1, statement: { match: 'COMMIT', act: 'die_before' as const } },
  ])('$point: no partial link, the grant is revoked, and a new link works', async ({ kept, wire, statement }) => {
    const visitor = await newVisitor()
    const url = await goToBank(visitor, people.ines)
    const one = await crew.start()
    if (wire) await one.addFault({ bankCode, match: '/oauth/token', act: wire })
    if (statement) await one.addStatement(statement)
    await dieIn(one, arrive(one, url, visitor))
    expect(await db().connection.count({ where: { userId: visitor.userId } })).toBe(0)
    // Two workers run two minutes later.
    await db().linkFlow.updateMany({ where: { userId: visitor.userId }, data: { callbackAt: new Date(0) } })
    await Promise.all(webs.map(web => web.call('lib/services/connections/link-sweeps.ts', 'sweepDeadExchanges')))
    await Promise.all(webs.map(web => web.call('lib/services/grants/revocations.ts', 'revokeDue')))
    const flow = await db().linkFlow.findFirstOrThrow({ where: { userId: visitor.userId } })
    expect(flow).toMatchObject({ status: 'failed', failure: 'answer_lost', sealedTokens: null })
    const revoked = await db().revocation.findMany({ where: { userId: visitor.userId } })
    expect(revoked.map(({ doneAt, tokenSealed }) => [doneAt !== null, tokenSealed])).toEqual(
      Array(kept).fill([true, null]),
    )
    expect(await arrive(webs[0], url, visitor)).toMatchObject({ next: 'result', failure: 'answer_lost' })
    const connectionId = await link(visitor, people.ines)
    expect(await read(webs[1], { userId: visitor.userId, connectionId })).toBeTypeOf('number')
    expect(await db().connection.count({ where: { userId: visitor.userId } })).toBe(1)
  })
})

test('two people link one login in parallel at two processes: one has it, the other is notified (L11)', async () => {
  const visitors = [await newVisitor(), await newVisitor()] as const
  const urls = [await goToBank(visitors[0], people.thomas), await goToBank(visitors[1], people.thomas)] as const
  const outcomes = await Promise.all([arrive(webs[0], urls[0], visitors[0]), arrive(webs[1], urls[1], visitors[1])])
  // Each continues as people do: the page reads the bank.
  const seen = await Promise.all(
    outcomes.map(({ connectionId }, at) => {
      const visitor = visitors[at === 0 ? 0 : 1]
      return connectionId === null ? 'not linked' : read(webs[at === 0 ? 0 : 1], { ...visitor, connectionId })
    }),
  )
  expect(seen.filter(answer => typeof answer === 'number')).toHaveLength(1)
  const lost = outcomes[seen.findIndex(answer => typeof answer !== 'number')]
  if (lost?.connectionId) {
    const row = await db().connection.findUniqueOrThrow({ where: { id: lost.connectionId } })
    expect(['replaced', 'revoked']).toContain(row.status)
  } else expect(lost?.failure).not.toBeNull()
})

/** A person's consent at the bank, from its desk. */
async function consentAtBank(person: string): Promise<{ balances: string[]; transactions: string[] }> {
  const { consents } = await askDesk(crew.running, 'GET', `/people/${person}/permissions`)
  return consents[0]
}

describe('a consent', () => {
  const newChooser = async () => {
    const visitor = await newVisitor()
    return { userId: visitor.userId, connectionId: await link(visitor, people.lea) }
  }
  const versions = ({ connectionId }: Scope) =>
    db().consent.findMany({
      where: { connectionId },
      orderBy: { version: 'asc' },
      select: { version: true, status: true },
    })

  test.each(['die_before', 'die_after'] as const)(
    'whose process was killed (%s its call) is sent by one of two workers, as the same version, and the bank has it (L10, L8)',
    async act => {
      const scope = await newChooser()
      const one = await crew.start()
      await one.addFault({ bankCode, match: 'consents', act })
      await dieIn(one, agree(one, scope))
      expect(await versions(scope)).toEqual([{ version: 1, status: 'sent' }])
      await passLeases()
      const before = (await crew.sent('/consents')).length
      await Promise.all(
        webs.map(web => web.call('lib/services/consent/sending.ts', 'finishConsent', scope.connectionId)),
      )
      expect((await crew.sent('/consents')).length - before).toBe(1)
      expect(await versions(scope)).toEqual([{ version: 1, status: 'accepted' }])
      const account = await db().account.findFirstOrThrow({ where: { ...scope, kind: 'account' } })
      expect(await consentAtBank('lea-moreau')).toMatchObject({
        balances: [account.iban],
        transactions: [account.iban],
      })
    },
  )

  test('that arrives after a newer one, from a process that was paused: the bank has the newest in the end (L9)', async () => {
    const scope = await newCustomer(people.lea)
    const [, sleeper] = webs
    await sleeper.addFault({ bankCode, match: 'consents', act: 'stop_before' })
    const sleeping = agree(sleeper, scope)
    await standsStill(sleeper)
    await passLeases()
    expect(await agree(webs[0], scope, { accounts: [], psuIdentity: false })).toBe(3)
    expect((await consentAtBank('lea-moreau')).balances).toEqual([])
    await sleeper.kill('SIGCONT')
    expect(await sleeping).toBe('consent_changed_meanwhile')
    expect((await consentAtBank('lea-moreau')).balances).toEqual([])
    expect((await versions(scope)).at(-1)).toEqual({ version: 4, status: 'accepted' })
    const allowed = { ...scope, OR: [{ mayBalances: true }, { mayTransactions: true }] }
    expect(await db().account.count({ where: allowed })).toBe(0)
  })
})
