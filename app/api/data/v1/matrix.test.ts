import { addDays } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { POST as askAssistant } from '#app/mcp/route.ts'
import { GET as readSimpleFin } from '#app/simplefin/accounts/route.ts'
import { forgetTries } from '#lib/base/rate-limit.ts'
import { hashOf } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { tellApps } from '#lib/services/events/tell-apps.ts'
import { aBank } from '#testing/bank/of-directory.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { aConnection, aLine, anAccount } from '#testing/people/an-account.ts'
import { GET as readAccounts } from './accounts/route.ts'
import { POST as refresh } from './refresh/route.ts'
import { GET as readTransactions } from './transactions/route.ts'

/**
 * Whatever the banks' consents and the person's choice are: each way out tells exactly what both cover, to the last account name. Every
 * datum is a mark that nothing else contains. FUZZ_RUNS and FUZZ_SEED as in app/fuzz.test.ts.
 */
const runs = Number(process.env.FUZZ_RUNS ?? 24)
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2_147_483_647)

const kinds = ['balances', 'transactions', 'owners'] as const
const ages = [1, 40, 100]
const today = parisDay(now())
const marks = [0, 1, 2, 3].map(at => ({
  name: `NAME${at}X`,
  balance: `77${at}31.00`,
  owner: `OWNER${at}X`,
  /** No two sums of their amounts are the same. */
  lines: ages.map((age, index) => ({
    mark: `LINE${at}AGED${age}X`,
    age,
    amountMinor: -(2n ** BigInt(at * 3 + index)),
  })),
  pending: `PENDING${at}X`,
  soon: `SOON${at}X`,
  iban: `FR76198700000100000${at}00138`,
}))

type World = { userId: string; connections: string[]; accounts: string[]; apps: string[]; clientId: string }
let world: World
const secrets = { token: 'gd_matrix', password: 'matrix' }

beforeAll(async () => {
  await aBank()
  const { userId } = await aPerson()
  const connections = [await aConnection(userId), await aConnection(userId)]
  const accounts = await Promise.all(marks.map((_, at) => newAccount(userId, connections[at % 2] ?? '', at)))
  const { id: clientId } = await db().appClient.create({ data: { name: 'Any', createdAt: now() } })
  const app = { userId, clientId, name: 'App', createdAt: now(), agreedAt: now(), claimedAt: now() }
  const token = await db().app.create({ data: { ...app, kind: 'token', accessHash: hashOf(secrets.token) } })
  const simplefin = await db().app.create({ data: { ...app, kind: 'simplefin', secretHash: hashOf(secrets.password) } })
  const heard = {
    appId: token.id,
    organisationId: token.id,
    mode: 'test',
    url: 'https://app.example/',
    createdAt: now(),
  } as const
  await db().webhookEndpoint.create({ data: { ...heard, secretSealed: 'none', secretCreatedAt: now() } })
  world = { userId, connections, accounts, apps: [token.id, simplefin.id], clientId }
})

async function newAccount(userId: string, connectionId: string, at: number): Promise<string> {
  const { name, owner, iban, lines, soon, pending } = marks[at] ?? noMarks
  const owners = { persons: [{ fullName: owner, role: null }], company: null }
  const accountId = await anAccount({ userId, connectionId, resourceId: `r${at}`, ordinal: at, name, iban, owners })
  const read = { type: 'OTHR', name: 'Now', readAt: now(), amountMinor: BigInt(`77${at}3100`), currency: 'EUR' }
  await db().balance.create({ data: { userId, accountId, ...read } })
  for (const { mark, age, amountMinor } of lines)
    await aLine(userId, accountId, mark, { label: mark, amountMinor, category: 'other', day: addDays(today, -age) })
  await aLine(userId, accountId, soon, { label: soon, booked: false, status: 'FUTR', day: addDays(today, 5) })
  await aLine(userId, accountId, pending, { label: pending, booked: false, status: 'PDNG', day: today })
  return accountId
}

const grants = fc.record({ balances: fc.boolean(), transactions: fc.boolean(), owners: fc.boolean() })
const arbitrary = fc.record({
  accounts: fc.array(
    fc.record({
      consented: grants,
      gone: fc.constantFrom(false, false, false, true),
      allowed: fc.option(grants),
    }),
    { minLength: 4, maxLength: 4 },
  ),
  statuses: fc.array(fc.constantFrom('active', 'active', 'expired', 'revoked', 'disconnected'), {
    minLength: 2,
    maxLength: 2,
  }),
  historyDays: fc.constantFrom(0, 30, 90),
  validity: fc.constantFrom('running', 'running', 'running', 'over', 'ended', 'unclaimed', 'suspended'),
})
type Case = typeof arbitrary extends fc.Arbitrary<infer Value> ? Value : never

async function arrange({ accounts, statuses, historyDays, validity }: Case): Promise<void> {
  const { userId, connections, accounts: ids, apps } = world
  for (const [at, id] of connections.entries())
    await db().connection.update({ where: { id }, data: { status: statuses[at] as 'active' } })
  await db().appAccount.deleteMany({ where: { userId } })
  for (const [at, { consented, gone, allowed }] of accounts.entries()) {
    const { balances: mayBalances, transactions: mayTransactions, owners: mayOwners } = consented
    const accountId = ids[at] ?? ''
    await db().account.update({ where: { id: accountId }, data: { mayBalances, mayTransactions, mayOwners, gone } })
    for (const appId of allowed ? apps : [])
      await db().appAccount.create({ data: { appId, userId, accountId, ...(allowed ?? noGrants) } })
  }
  const historyFrom = historyDays === 0 ? null : new Date(addDays(today, -historyDays))
  const expiresAt = new Date(now().getTime() + (validity === 'over' ? -1 : 3_600_000))
  const endedAt = validity === 'ended' ? now() : null
  const claimedAt = validity === 'unclaimed' ? null : now()
  await db().app.updateMany({ where: { userId }, data: { historyFrom, expiresAt, endedAt, claimedAt } })
  const suspendedAt = validity === 'suspended' ? now() : null
  await db().appClient.update({ where: { id: world.clientId }, data: { suspendedAt } })
  for (const id of apps) await forgetTries(`api:app:${id}`)
  await forgetTries('app:192.0.2.66')
}
const noMarks = { name: '', balance: '', owner: '', lines: [], soon: '', pending: '', iban: '' }
const noGrants = { balances: false, transactions: false, owners: false }

/** What may leave, said once more and apart from the product: marks by surface. */
function expectedOf({ accounts, statuses, historyDays, validity }: Case) {
  const told = accounts.map(({ consented, gone, allowed }, at) => {
    const isOff = gone || statuses[at % 2] === 'disconnected' || allowed === null || validity !== 'running'
    const may = (kind: (typeof kinds)[number]) => !isOff && consented[kind] && allowed[kind]
    const { name, balance, owner, lines, soon, pending } = marks[at] ?? noMarks
    const within = lines.filter(({ age }) => may('transactions') && (historyDays === 0 || age <= historyDays))
    const booked = within.map(({ mark }) => mark)
    const head = [
      ...(kinds.some(may) ? [name] : []),
      ...(may('balances') ? [balance] : []),
      ...(may('owners') ? [owner] : []),
    ]
    const [coming, waiting] = may('transactions') ? [[soon], [pending]] : [[], []]
    return {
      head,
      booked,
      within,
      coming,
      waiting,
      id: kinds.some(may) ? [world.accounts[at] ?? ''] : [],
      isSimpleFin: may('balances'),
    }
  })
  const simplefin = told.filter(({ isSimpleFin }) => isSimpleFin)
  return {
    accounts: told.flatMap(({ head }) => head).toSorted(),
    changes: told.flatMap(({ booked, coming, waiting }) => [...booked, ...coming, ...waiting]).toSorted(),
    booked: told.flatMap(({ booked }) => booked).toSorted(),
    soon: told.flatMap(({ coming, waiting }) => [...coming, ...waiting]).toSorted(),
    simplefin: simplefin.flatMap(({ head, booked, waiting }) => [...head, ...booked, ...waiting]).toSorted(),
    heard: told.flatMap(({ id }) => id).toSorted(),
    spent: months.map(month =>
      told
        .flatMap(({ within }) => within.filter(({ age }) => monthOf(age) === month))
        .reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
    ),
  }
}

const monthOf = (age: number) => addDays(today, -age).slice(0, 7)
const months = [...new Set(ages.map(monthOf))]

const everyMark = marks.flatMap(({ name, balance, owner, lines, soon, pending }) => [
  name,
  pending,
  balance,
  owner,
  soon,
  ...lines.map(({ mark }) => mark),
])

/** The marks of an answer; a whole IBAN is in none. */
function marksIn(text: string): string[] {
  for (const { iban } of marks) expect(text).not.toContain(iban)
  return everyMark.filter(mark => text.includes(mark)).toSorted()
}

const peer = { 'x-guichet-peer': '192.0.2.66 1' }
const bearer = { ...peer, authorization: `Bearer ${secrets.token}` }
const basic = () => `Basic ${Buffer.from(`${world.apps[1]}:${secrets.password}`).toString('base64')}`

const askData = async (route: typeof readAccounts, query = '') =>
  (await route(new Request(`http://localhost/api/data/v1?${query}`, { headers: bearer }))).text()

async function askTool(name: string, given: object = {}): Promise<string> {
  const headers = { ...bearer, 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } })
  return (await askAssistant(new Request('http://localhost/mcp', { method: 'POST', body, headers }))).text()
}

async function askSimpleFin(): Promise<string> {
  const headers = { ...peer, authorization: basic() }
  return (
    await readSimpleFin(new Request('http://localhost/simplefin/accounts?start-date=0&pending=1', { headers }))
  ).text()
}

/** In cents, by month. */
async function askSpent(): Promise<bigint[]> {
  const answers = await Promise.all(months.map(month => askTool('spending_by_category', { month })))
  return answers.map(answer => {
    const { categories = [] }: { categories?: { amount: string }[] } =
      JSON.parse(answer).result?.structuredContent ?? {}
    return categories.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n)
  })
}

/** Ids of accounts that the app is told of: by its webhook, and when it asks the banks. */
async function hear(): Promise<string[][]> {
  const {
    userId,
    apps: [appId = ''],
  } = world
  await db().$transaction(tx => tellApps(tx, { type: 'accounts.updated', userId, accounts: {} }))
  const messages = await db().webhookMessage.findMany({ where: { appId } })
  await db().webhookMessage.deleteMany({ where: { appId } })
  const answer = await refresh(new Request('http://localhost/api/data/v1/refresh', { method: 'POST', headers: bearer }))
  const { banks = [] }: { banks?: { account_ids: string[] }[] } = await answer.json()
  const told = messages.flatMap(({ payload }) => JSON.parse(String(payload)).data.account_ids)
  return [told.toSorted(), banks.flatMap(one => one.account_ids).toSorted()]
}

test('every way out tells exactly what bank and person allow, for any of their choices', async () => {
  /** A program that syncs all along. */
  const known = new Map<string, string>()
  let cursor = ''
  const property = fc.asyncProperty(arbitrary, async given => {
    await arrange(given)
    const found = {
      accounts: marksIn(await askData(readAccounts)),
      changes: marksIn(await askData(readTransactions)),
      booked: marksIn(await askTool('search_transactions')),
      soon: marksIn(await askTool('upcoming')),
      simplefin: marksIn(await askSimpleFin()),
      spent: await askSpent(),
    }
    const { heard, ...expected } = expectedOf(given)
    expect(found).toEqual(expected)
    expect(marksIn(await askTool('list_accounts'))).toEqual(expected.accounts)
    expect(await hear()).toEqual([heard, heard])
    if (given.validity !== 'running') return
    const changes = JSON.parse(await askData(readTransactions, cursor))
    for (const { id } of changes.removed) known.delete(id)
    for (const line of [...changes.added, ...changes.modified]) known.set(line.id, JSON.stringify(line))
    cursor = `cursor=${changes.cursor}`
    expect(marksIn([...known.values()].join())).toEqual(expected.changes)
  })
  await fc.assert(property, { numRuns: runs, seed, endOnFailure: true })
})
