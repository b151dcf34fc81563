import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#lib/db.ts'
import { readProgress } from '#lib/services/refresh/connection.ts'
import type { ProgressView } from '#lib/views/banking.ts'
import { type Person, people } from '#testing/bank/customers.ts'
import { askDesk } from '#testing/bank/desk.ts'
import type { Scope } from '#testing/processes/acts.ts'
import { forgetConnections, openCrew, passLeases, standsStill } from '#testing/processes/crew.ts'
import { findBroken } from '#testing/processes/invariants.ts'
import type { OurProcess } from '#testing/processes/start.ts'
import { newConsented, presence } from '#testing/stack/start.ts'

/**
 * Pages that come late, shift, or return as booked what was pending, while two processes read the same connection: one of them is
 * paused until the other has read everything, and continues with what it had received before (docs/faults.md, R12 to R14).
 */

const bankCode = '19870'

const crew = openCrew({ bank: { SANDBOX_PAGE_TRANSACTIONS: '40' } })
/** Paused by most tests. */
const [one, other] = crew.lasting
beforeEach(forgetConnections)

const refresh = (one: OurProcess, { userId, connectionId }: Scope) =>
  one.call<ProgressView>('lib/services/refresh/connection.ts', 'refreshConnection', userId, connectionId, presence)
const linesOf = ({ userId }: Scope) =>
  db().transaction.findMany({ where: { userId }, orderBy: [{ accountId: 'asc' }, { key: 'asc' }] })

/** Every account was read completely, without failure. */
async function expectAllRead({ userId, connectionId }: Scope): Promise<void> {
  const { accounts, running } = await readProgress({ userId }, connectionId)
  expect(running).toBe(false)
  expect(accounts.map(({ state, error }) => [state, error])).toEqual(accounts.map(() => ['done', null]))
}

/** A person who consented to balances and transactions only, so that no database transaction has several statements: a process
 * that is paused within one keeps its locks. */
async function newCustomer(person: Person): Promise<Scope> {
  const { userId, connectionId } = await newConsented(person, { balances: true, transactions: true })
  return { userId, connectionId }
}

/** A person with stored transactions, and the bank's id of their first account. */
async function newReader(person: Person) {
  const scope = await newCustomer(person)
  await refresh(other, scope)
  const { resourceId } = await db().account.findFirstOrThrow({
    where: { ...scope, kind: 'account' },
    orderBy: { ordinal: 'asc' },
  })
  return { ...scope, resourceId }
}

/** Makes the next refresh read everything, like the first. */
async function forgetLines({ userId }: Scope): Promise<void> {
  await db().transaction.deleteMany({ where: { userId } })
  await db().account.updateMany({ where: { userId }, data: { lastReference: null, pageDigests: [] } })
}

type Entry = { readonly position: string }
const book = (account: string, entry: { amount: string; status?: 'PDNG' }): Promise<Entry> =>
  askDesk(crew.running, 'POST', `/accounts/${account}/entries`, entry)
const bookPending = (account: string, { position }: Entry): Promise<Entry> =>
  askDesk(crew.running, 'POST', `/accounts/${account}/entries/${position}/book`)

/** The bank drops a pending transaction, like a released hold. */
async function dropPending(account: string, { position }: Entry): Promise<void> {
  const store = new DatabaseSync(join(crew.running.dataDir, 'sandbox.db'))
  try {
    store.exec('PRAGMA busy_timeout = 60000')
    store.prepare('DELETE FROM entries WHERE account_id = ? AND position = ?').run(account, Number(position))
  } finally {
    store.close()
  }
}

describe('a page of several (R12, R15)', () => {
  test.each(['/accounts', 'page=2', 'page=3'])(
    'reaches a process that was paused (%s) while another read everything: it undoes nothing, and reports no failure',
    async match => {
      const scope = await newCustomer(people.camille)
      await one.addFault({ bankCode, match, act: 'stop_after' })
      const late = refresh(one, scope)
      await standsStill(one)
      await passLeases()
      await refresh(other, scope)
      await expectAllRead(scope)
      const before = await linesOf(scope)
      await one.kill('SIGCONT')
      expect((await late).running).toBe(false)
      await expectAllRead(scope)
      expect(await linesOf(scope)).toEqual(before)
    },
  )
})

describe('a line that the bank books between two pages (R13)', () => {
  test('is read by the process that took over; the one paused between the pages undoes nothing', async () => {
    const scope = await newReader(people.lea)
    await forgetLines(scope)
    await one.addFault({ bankCode, match: 'page=2', act: 'stop_after' })
    const late = refresh(one, scope)
    await standsStill(one)
    await book(scope.resourceId, { amount: '-12.02' })
    await passLeases()
    await refresh(other, scope)
    await one.kill('SIGCONT')
    await late
    await expectAllRead(scope)
    const lines = await linesOf(scope)
    expect(lines.filter(({ amountMinor }) => amountMinor === -1202n)).toHaveLength(1)
  })
})

describe('what was pending (R14)', () => {
  test.each([
    { heard: '/transactions', amount: '-13.01', end: 'booked' as const },
    { heard: '/accounts', amount: '-13.02', end: 'booked' as const },
    { heard: '/transactions', amount: '-13.03', end: 'dropped' as const },
    { heard: '/accounts', amount: '-13.04', end: 'dropped' as const },
  ])(
    'is $end while one process is paused with $heard of before: the other’s result stays, without outdated transaction or balance',
    async ({ heard, amount, end }) => {
      const scope = await newReader(people.lea)
      const pending = await book(scope.resourceId, { amount, status: 'PDNG' })
      const minor = BigInt(amount.replace('.', ''))
      const shown = async () =>
        (await linesOf(scope)).filter(({ amountMinor }) => amountMinor === minor).map(({ status }) => status)
      // Only the paused process ever saw the dropped transaction.
      if (end === 'booked') await refresh(other, scope)
      expect(await shown()).toEqual(end === 'booked' ? ['PDNG'] : [])
      // The list of accounts contains the balances.
      const match = heard === '/accounts' ? heard : scope.resourceId + heard
      await one.addFault({ bankCode, match, act: 'stop_after' })
      const late = refresh(one, scope)
      await standsStill(one)
      if (end === 'booked') await bookPending(scope.resourceId, pending)
      else await dropPending(scope.resourceId, pending)
      await passLeases()
      await refresh(other, scope)
      const stands = end === 'booked' ? ['BOOK'] : []
      expect(await shown()).toEqual(stands)
      expect(await findBroken(crew.running)).toEqual([])
      await one.kill('SIGCONT')
      await late
      expect(await shown()).toEqual(stands)
      await expectAllRead(scope)
    },
  )
})
