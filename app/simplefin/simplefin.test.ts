import { addDays } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { now, setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { everyAccount, unchanged } from '#lib/domain/apps/allowance.ts'
import {
  agreeToApp,
  endApp,
  listApps,
  listOffers,
  proposeApp,
  readApp,
  readChosen,
  readReview,
  renewSetup,
} from '#lib/services/apps/allow.ts'
import { sweepApps, tellOfEndingApps } from '#lib/services/apps/sweep.ts'
import { eraseEverything } from '#lib/services/data-rights/erase-everything.ts'
import { exportEverything } from '#lib/services/data-rights/export-everything.ts'
import { tellApps } from '#lib/services/events/tell-apps.ts'
import { aBank } from '#testing/bank/of-directory.ts'
import { presence } from '#testing/bank/start.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { aConnection, aLine, anAccount } from '#testing/people/an-account.ts'
import { openMailbox } from '#testing/stack/mailbox.ts'
import { GET as readAccounts } from './accounts/route.ts'
import { POST as claim } from './claim/[token]/route.ts'
import { GET as create } from './create/route.ts'
import { GET as readInfo } from './info/route.ts'

openMailbox()
beforeAll(() => aBank())

const peer = { 'x-guichet-peer': '192.0.2.7 50000' }
const day = 86_400
const iban = (ordinal: number) => `FR76198700000100000${ordinal}00138`

/** Somebody with two accounts, each with a balance, an old line, a booked one and a pending one. */
async function newOwner() {
  const person = await aPerson()
  const { userId } = person
  const connectionId = await aConnection(userId)
  const ids = await Promise.all([0, 1].map(ordinal => newAccount(userId, connectionId, ordinal)))
  return { person, connectionId, ids: [ids[0] ?? '', ids[1] ?? ''] as const }
}

async function newAccount(userId: string, connectionId: string, ordinal: number) {
  const owners = { persons: [{ fullName: 'Camille Martin', role: null }], company: null }
  const named = { resourceId: `r${ordinal}`, ordinal, name: `Account ${ordinal}`, iban: iban(ordinal), owners }
  const accountId = await anAccount({ userId, connectionId, mayOwners: true, ...named })
  const read = { type: 'OTHR', name: 'Now', readAt: now(), amountMinor: 123_400n, currency: 'EUR' }
  await db().balance.create({ data: { userId, accountId, ...read } })
  const today = parisDay(now())
  for (const [key, daysAgo, booked, status] of [
    ['old', 200, true, 'BOOK'],
    ['new', 2, true, 'BOOK'],
    ['open', 0, false, 'PDNG'],
    ['coming', -5, false, 'FUTR'],
  ] as const) {
    const label = `CB ${key.toUpperCase()} ${ordinal}`
    const day = addDays(today, -daysAgo)
    const line = { booked, status, amountMinor: -1_050n, day, label, remittance: [label, 'suite'] }
    await aLine(userId, accountId, key, line)
  }
  return accountId
}

type Owner = Awaited<ReturnType<typeof newOwner>>
type Boxes = { balances?: readonly string[]; transactions?: readonly string[]; owners?: readonly string[] }

async function choose(
  { person }: Owner,
  boxes: Boxes,
  { appId = null as string | null, days = '30', history = '90' } = {},
) {
  const accounts = { balances: [], transactions: [], owners: [], ...boxes }
  return proposeApp(person, appId, { kind: 'simplefin', name: 'Actual', days, history, accounts })
}

async function allow(owner: Owner, boxes: Boxes, more = {}) {
  const id = await choose(owner, boxes, more)
  await agreeToApp(owner.person, id, (await readReview(owner.person, id)).hash, owner.person)
  return id
}

const exchange = (token: string) => {
  const address = Buffer.from(token, 'base64').toString()
  const secret = address.split('/').at(-1) ?? ''
  return claim(new Request(address, { method: 'POST', headers: peer }), { params: Promise.resolve({ token: secret }) })
}

const mailsOf = (aboutId: string, template: string) =>
  db().mail.count({ where: { aboutId, key: { startsWith: template } } })

const setupOf = async ({ person }: Owner, id: string) => (await readApp(person, id)).setup?.token ?? ''

/** An app in use: allowed, and its token exchanged. */
async function inUse(owner: Owner, boxes: Boxes, more = {}) {
  const id = await allow(owner, boxes, more)
  const access = new URL(await (await exchange(await setupOf(owner, id))).text())
  return { id, access }
}

async function ask(access: URL, query = '', password = access.password) {
  const authorization = `Basic ${Buffer.from(`${access.username}:${password}`).toString('base64')}`
  const headers = { ...peer, authorization, 'user-agent': 'Actual/26' }
  const response = await readAccounts(new Request(`http://localhost/simplefin/accounts?${query}`, { headers }))
  return { status: response.status, ...(await response.json()) }
}

test('the protocol’s version is public, and where people get a token', async () => {
  expect(create().headers.get('location')).toBe('/settings/apps/new')
  expect(await (await readInfo(new Request('http://localhost/simplefin/info'))).json()).toEqual({ versions: ['1.0'] })
})

describe('the setup token', () => {
  test('is exchanged once; a second use ends the access and tells the person', async () => {
    const owner = await newOwner()
    const id = await allow(owner, { balances: owner.ids })
    const token = await setupOf(owner, id)
    const first = await exchange(token)
    const access = new URL(await first.text())
    expect([first.status, access.pathname, access.username]).toEqual([200, '/simplefin', id])
    expect((await ask(access)).status).toBe(200)
    const row = await db().app.findUniqueOrThrow({ where: { id } })
    expect(JSON.stringify(row)).not.toContain(access.password)
    expect((await readApp(owner.person, id)).setup).toBeNull()
    const second = await exchange(token)
    expect([second.status, (await second.json()).errors]).toEqual([403, [expect.stringContaining('has ended')]])
    expect(await ask(access)).toMatchObject({ status: 403, accounts: [] })
    expect(await readApp(owner.person, id)).toMatchObject({ state: 'ended', endedBy: 'setup_repeated' })
    expect(await mailsOf(id, 'app_setup_repeated')).toBe(1)
  })

  test('presented twice at once leaves nobody with the access', async () => {
    const owner = await newOwner()
    const id = await allow(owner, { balances: owner.ids })
    const token = await setupOf(owner, id)
    const answers = await Promise.all([exchange(token), exchange(token), exchange(token)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403])
    expect(await readApp(owner.person, id)).toMatchObject({ state: 'ended', endedBy: 'setup_repeated' })
    expect(await mailsOf(id, 'app_setup_repeated')).toBe(1)
  })

  test('lives a day, and can be made anew', async () => {
    const owner = await newOwner()
    const id = await allow(owner, { balances: owner.ids })
    const token = await setupOf(owner, id)
    await db().app.update({ where: { id }, data: { setupUntil: new Date(now().getTime() - 1) } })
    expect((await exchange(token)).status).toBe(403)
    expect(await readApp(owner.person, id)).toMatchObject({ state: 'waiting', setup: null })
    await renewSetup(owner.person, id, owner.person)
    const next = await setupOf(owner, id)
    expect([(await exchange(token)).status, (await exchange(next)).status]).toEqual([403, 200])
  })

  test('of nobody is refused', async () => {
    expect((await exchange(Buffer.from('https://x/simplefin/claim/nothing').toString('base64'))).status).toBe(403)
  })
})

describe('what is read', () => {
  test('is what the person chose, of what we hold', async () => {
    const owner = await newOwner()
    const [one, two] = owner.ids
    const { id, access } = await inUse(owner, { transactions: [one], owners: [two] })
    const { accounts, errors } = await ask(access)
    expect(errors).toEqual([])
    expect(accounts).toMatchObject([
      { id: one, name: 'Account 0', currency: 'EUR', balance: '1234.00', extra: { kind: 'account' } },
      { id: two, transactions: [], extra: { owners: ['Camille Martin'] } },
    ])
    expect(accounts[0].extra.owners).toBeUndefined()
    expect(accounts[0].transactions).toMatchObject([{ id: 'new', amount: '-10.50', description: 'CB NEW 0 suite' }])
    expect(JSON.stringify(accounts)).not.toContain('FR76')
    const [reading] = (await readApp(owner.person, id)).readings
    expect(reading).toMatchObject({ address: '192.0.2.7', program: 'Actual/26', accounts: 2, transactions: 1 })
    expect(await mailsOf(id, 'app_first_read')).toBe(1)
  })

  test('has a period, pending lines and accounts as asked', async () => {
    const owner = await newOwner()
    const [one, two] = owner.ids
    const { access } = await inUse(owner, { transactions: owner.ids }, { history: '0' })
    const from = Math.floor(now().getTime() / 1000) - 300 * day
    const keys = async (query: string) => {
      const { accounts } = await ask(access, query)
      return accounts.map((account: { transactions: { id: string }[] }) => account.transactions.map(line => line.id))
    }
    expect(await keys(`start-date=${from}&account=${one}`)).toEqual([['new', 'old']])
    expect(await keys(`start-date=${from}&end-date=${from + 150 * day}&account=${two}`)).toEqual([['old']])
    expect(await keys(`account=${one}&pending=1`)).toEqual([['open', 'new']])
    expect(await keys('balances-only=1')).toEqual([[], []])
    expect(await keys('account=nobody')).toEqual([])
    const { accounts } = await ask(access, `account=${one}&pending=1`)
    expect(accounts[0].transactions[0]).toMatchObject({ pending: true, posted: 0, transacted_at: expect.any(Number) })
    expect(await ask(access, 'start-date=today')).toMatchObject({
      status: 400,
      errors: [expect.stringContaining('start-date')],
    })
  })

  test('says in words which bank needs attention', async () => {
    const owner = await newOwner()
    const { access } = await inUse(owner, { balances: owner.ids })
    await db().connection.update({ where: { id: owner.connectionId }, data: { status: 'expired' } })
    const { errors, accounts } = await ask(access)
    const [{ org }] = accounts
    expect(errors).toEqual([
      `Connection to ${org.name} may need attention`,
      expect.stringMatching(new RegExp(`expired.*/connections/${owner.connectionId}`)),
    ])
  })

  test('is read again soon if that is asked for, which the answer says', async () => {
    const owner = await newOwner()
    const { access } = await inUse(owner, { balances: owner.ids })
    expect((await ask(access, 'refresh=1')).errors).toEqual([expect.stringMatching(/being read now.*Last read: never/)])
    expect((await ask(access, 'refresh=yes')).errors).toEqual([expect.stringMatching(/refresh/)])
  })

  test('is refused with a wrong password, to another user, and when it is over', async () => {
    const owner = await newOwner()
    const { id, access } = await inUse(owner, { balances: owner.ids })
    expect((await ask(access, '', 'wrong')).status).toBe(403)
    setClock(() => new Date(Date.now() + 40 * day * 1000))
    expect((await ask(access)).status).toBe(403)
    expect((await readApp(owner.person, id)).state).toBe('expired')
    setClock(null)
    await endApp(owner.person, id)
    expect((await ask(access)).status).toBe(403)
  })

  test('is limited by the hour', async () => {
    const owner = await newOwner()
    const { access } = await inUse(owner, { balances: owner.ids })
    const answers = await Promise.all(Array.from({ length: 61 }, () => ask(access, 'balances-only=1')))
    expect(answers.filter(({ status }) => status === 429)).toMatchObject([
      { errors: [expect.stringContaining('seconds')] },
    ])
  })
})

describe('the choice', () => {
  test('is refused beyond the bank’s consent, without an account, for others’ accounts and unknown durations', async () => {
    const [owner, other] = [await newOwner(), await newOwner()]
    await db().account.update({ where: { id: owner.ids[0] }, data: { mayOwners: false } })
    const refused = (field: string) => ({ code: 'invalid_input', field })
    await expect(choose(owner, { owners: [owner.ids[0]] })).rejects.toMatchObject(refused('accounts'))
    await expect(choose(owner, {})).rejects.toMatchObject(refused('accounts'))
    await expect(choose(owner, { balances: other.ids })).rejects.toMatchObject(refused('accounts'))
    await expect(choose(owner, { balances: owner.ids }, { days: '31' })).rejects.toMatchObject(refused('days'))
    await expect(choose(owner, { balances: owner.ids }, { history: '-1' })).rejects.toMatchObject(refused('history'))
  })

  test('offers an account of two logins once, and the one that is allowed already', async () => {
    const owner = await newOwner()
    const { userId } = owner.person
    const id = await allow(owner, { balances: owner.ids })
    const again = await newAccount(userId, await aConnection(userId), 0)
    await db().account.update({ where: { id: again }, data: { mayOwners: true } })
    await db().account.update({ where: { id: owner.ids[0] }, data: { mayOwners: false } })
    const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(one => one.id).toSorted()
    expect(idsOf(await listOffers(owner.person))).toEqual([again, owner.ids[1]].toSorted())
    expect(idsOf((await readApp(owner.person, id)).rows)).toEqual([...owner.ids].toSorted())
  })

  test('shares nothing before it is agreed to, as it was shown, with a fresh password', async () => {
    const owner = await newOwner()
    const id = await choose(owner, { balances: owner.ids })
    const { hash, added } = await readReview(owner.person, id)
    expect(added).toHaveLength(2)
    expect(await listApps(owner.person)).toEqual([])
    await expect(readApp(owner.person, id)).rejects.toMatchObject({ code: 'not_found' })
    const stale = { authenticatedAt: new Date(0) }
    await expect(agreeToApp(owner.person, id, hash, stale)).rejects.toMatchObject({ code: 'reauthentication_required' })
    await choose(owner, { balances: [owner.ids[0]] }, { appId: id })
    const changed = { code: 'consent_changed_meanwhile' }
    await expect(agreeToApp(owner.person, id, hash, owner.person)).rejects.toMatchObject(changed)
    await db().account.update({ where: { id: owner.ids[0] }, data: { mayBalances: false } })
    const now = (await readReview(owner.person, id)).hash
    await expect(agreeToApp(owner.person, id, now, owner.person)).rejects.toMatchObject(changed)
  })

  test('can be narrowed without the password, at once, and not be widened', async () => {
    const owner = await newOwner()
    const { id, access } = await inUse(owner, { transactions: owner.ids })
    const stale = { authenticatedAt: new Date(0) }
    const change = async (boxes: Boxes) => {
      await choose(owner, boxes, { appId: id })
      const { hash } = await readReview(owner.person, id)
      await agreeToApp(owner.person, id, hash, stale)
    }
    await change({ balances: [owner.ids[1]] })
    expect((await ask(access)).accounts).toMatchObject([{ id: owner.ids[1], transactions: [] }])
    await expect(change({ balances: owner.ids })).rejects.toMatchObject({ code: 'reauthentication_required' })
    await expect(change({ transactions: [owner.ids[1]] })).rejects.toMatchObject({ code: 'reauthentication_required' })
  })

  test('takes an account away without moving the end or the first day, nor asking for the password', async () => {
    const owner = await newOwner()
    const { id } = await inUse(owner, { transactions: owner.ids })
    const before = await readApp(owner.person, id)
    await db().app.update({ where: { id }, data: { endSaidAt: now() } })
    setClock(() => new Date(Date.now() + 10 * day * 1000))
    await choose(owner, { transactions: [owner.ids[0]] }, { appId: id, days: unchanged, history: unchanged })
    expect(await readChosen(owner.person, id)).toMatchObject({
      typed: { name: 'Actual', days: unchanged, history: unchanged },
      rows: [{ allowed: { transactions: true } }, { allowed: { balances: false } }],
    })
    const { hash, until, historyFrom } = await readReview(owner.person, id)
    expect({ until, historyFrom }).toEqual({ until: before.until, historyFrom: before.historyFrom })
    await agreeToApp(owner.person, id, hash, { authenticatedAt: new Date(0) })
    const kept = { until, historyFrom }
    expect(await readApp(owner.person, id)).toMatchObject({
      ...kept,
      accounts: 1,
      agreements: [
        { ...kept, accounts: [{ id: owner.ids[0], name: 'Account 0', grants: ['balances', 'transactions'] }] },
        { ...kept, accounts: [{ id: owner.ids[0] }, { id: owner.ids[1] }] },
      ],
    })
    expect(await readChosen(owner.person, id)).toBeNull()
    expect((await db().app.findUniqueOrThrow({ where: { id } })).endSaidAt).not.toBeNull()
    setClock(() => new Date(Date.now() + 40 * day * 1000))
    const asIs = choose(owner, { transactions: [owner.ids[0]] }, { appId: id, days: unchanged, history: unchanged })
    await expect(asIs).rejects.toMatchObject({ field: 'days' })
    setClock(null)
    await expect(choose(owner, { balances: owner.ids }, { history: unchanged })).rejects.toMatchObject({
      field: 'history',
    })
  })

  test('of every account is what their bank shows of each', async () => {
    const owner = await newOwner()
    const [one, two] = owner.ids
    await db().account.update({ where: { id: one }, data: { mayTransactions: false } })
    await db().account.update({ where: { id: two }, data: { mayOwners: false } })
    const id = await choose(owner, { transactions: [everyAccount], owners: [everyAccount, one] })
    const allowed = (await readChosen(owner.person, id))?.rows.map(row => [row.id, row.allowed])
    expect(new Map(allowed as [])).toEqual(
      new Map([
        [one, { balances: true, transactions: false, owners: true }],
        [two, { balances: true, transactions: true, owners: false }],
      ]),
    )
    await db().account.updateMany({ where: { id: { in: [one, two] } }, data: { mayBalances: false } })
    await expect(choose(owner, { balances: [everyAccount] })).rejects.toMatchObject({ field: 'accounts' })
  })

  test('is the person’s alone', async () => {
    const [owner, other] = [await newOwner(), await newOwner()]
    const { id, access } = await inUse(owner, { balances: owner.ids })
    const gone = { code: 'not_found' }
    await expect(readApp(other.person, id)).rejects.toMatchObject(gone)
    await expect(endApp(other.person, id)).rejects.toMatchObject(gone)
    await expect(choose(other, { balances: other.ids }, { appId: id })).rejects.toMatchObject(gone)
    await expect(readReview(other.person, id)).rejects.toMatchObject(gone)
    expect((await ask(access)).status).toBe(200)
  })

  test('of twenty apps leaves no room for another', async () => {
    const owner = await newOwner()
    const { userId } = owner.person
    const row = { userId, kind: 'simplefin' as const, name: 'x', createdAt: now(), agreedAt: now() }
    const expiresAt = new Date(now().getTime() + 1_000_000)
    await db().app.createMany({ data: Array.from({ length: 20 }, () => ({ ...row, expiresAt })) })
    await expect(choose(owner, { balances: owner.ids })).rejects.toMatchObject({ field: 'apps' })
  })
})

test('an end is told a week ahead, once; what was never agreed to goes after a day, readings after thirteen months', async () => {
  const owner = await newOwner()
  const { id, access } = await inUse(owner, { balances: owner.ids })
  await ask(access)
  const draft = await choose(owner, { balances: owner.ids })
  await tellOfEndingApps()
  expect((await db().app.findUniqueOrThrow({ where: { id } })).endSaidAt).toBeNull()
  setClock(() => new Date(Date.now() + 25 * day * 1000))
  await tellOfEndingApps()
  await tellOfEndingApps()
  expect(await mailsOf(id, 'app_ending')).toBe(1)
  await sweepApps()
  expect(await db().app.count({ where: { id: { in: [id, draft] } } })).toBe(1)
  expect(await db().appReading.count({ where: { appId: id } })).toBe(1)
  setClock(() => new Date(Date.now() + 401 * day * 1000))
  await sweepApps()
  setClock(null)
  expect(await db().appReading.count({ where: { appId: id } })).toBe(0)
})

test('a person’s archive has their apps and who read what, without secrets', async () => {
  const owner = await newOwner()
  const { id, access } = await inUse(owner, { balances: owner.ids })
  await ask(access)
  let text = ''
  for await (const piece of exportEverything(owner.person)) text += piece
  const { apps, appReadings } = JSON.parse(text)
  expect(apps).toMatchObject([{ id, name: 'Actual', accounts: [{}, {}] }])
  expect(appReadings).toMatchObject([{ appId: id, program: 'Actual/26' }])
  expect(apps).toMatchObject([{ webhook: null }])
  const hashes = ['setupHash', 'secretHash', 'accessHash', 'refreshHash', 'previousHash']
  for (const secret of [...hashes, 'setupSealed', access.password]) expect(text).not.toContain(secret)
})

test('an erased person leaves nothing of their apps, of who read what, nor of where events went', async () => {
  const owner = await newOwner()
  const { id, access } = await inUse(owner, { balances: owner.ids })
  await ask(access)
  const heard = { appId: id, organisationId: id, mode: 'test', url: 'https://app.example/', createdAt: now() } as const
  await db().webhookEndpoint.create({ data: { ...heard, secretSealed: 'none', secretCreatedAt: now() } })
  await db().$transaction(tx => tellApps(tx, { type: 'consent.ending', userId: owner.person.userId, accounts: {} }, id))
  const mentions = () =>
    Promise.all([
      db().app.count({ where: { id } }),
      db().appReading.count({ where: { appId: id } }),
      db().appAccount.count({ where: { appId: id } }),
      db().webhookEndpoint.count({ where: { appId: id } }),
      db().webhookMessage.count({ where: { appId: id } }),
      db().mail.count({ where: { aboutId: id } }),
    ])
  expect(await mentions()).not.toContain(0)
  await eraseEverything(owner.person, { authenticatedAt: now() }, presence)
  expect(await mentions()).toEqual([0, 0, 0, 0, 0, 0])
  expect(await ask(access)).toMatchObject({ status: 403, accounts: [] })
})
