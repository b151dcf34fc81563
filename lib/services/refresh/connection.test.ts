import { aispToken, refreshToken } from '@guichet/stet/token.ts'
import type { WireAnswer, WireRequest } from '@guichet/stet/transport.ts'
import { nextParisMidnight, parisDay } from '@guichet/values/calendar/paris.ts'
import { describe, expect, test, vi } from 'vitest'
import { now, setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { nextSlot } from '#lib/domain/bank/schedule.ts'
import { readAccount } from '#lib/services/accounts/read.ts'
import { disconnect, previewDisconnect } from '#lib/services/connections/disconnect.ts'
import { listBankCalls, readConnection } from '#lib/services/connections/read.ts'
import { sealTokens } from '#lib/services/grants/tokens.ts'
import { readHome } from '#lib/services/home/read.ts'
import { listTransactions } from '#lib/services/transactions/list.ts'
import { type Person, people } from '#testing/bank/customers.ts'
import { forgetBatchCounts } from '#testing/bank/desk.ts'
import { anOperator } from '#testing/people/a-person.ts'
import { codeOf } from '#testing/refusal-of.ts'
import { openMailbox, sendDueMails } from '#testing/stack/mailbox.ts'
import { openStack } from '#testing/stack/open.ts'
import {
  choiceOf,
  consent,
  type Fault,
  link,
  newConsented,
  newLinked,
  newRead,
  presence,
} from '#testing/stack/start.ts'
import { written } from '#testing/written.ts'
import { readProgress, refreshConnection, runDueRefresh, takeDueRefreshes } from './connection.ts'

const stack = openStack({ SANDBOX_PAGE_TRANSACTIONS: '40' })

const { wire } = stack
const pathOf = ({ target }: WireRequest) => target.replace(/^\/stet\/psd2\/v1\.6\.2/, '')
const isLines = ({ target }: WireRequest) => /\/transactions(\?|$)/.test(target)
const pageOf = ({ target }: WireRequest) => Number(/[?&]page=(\d+)/.exec(target)?.[1] ?? 1)

const keysOf = async (connectionId: string) =>
  (
    await db().transaction.findMany({
      where: { account: { connectionId } },
      orderBy: [{ accountId: 'asc' }, { key: 'asc' }],
    })
  ).map(({ accountId, key, booked }) => `${accountId} ${key} ${booked}`)

/** A JSON answer with changed transactions. */
function withLines(answer: WireAnswer, change: (lines: Record<string, unknown>[]) => unknown[]): WireAnswer {
  const body: { transactions?: Record<string, unknown>[] } = JSON.parse(answer.text)
  return { ...answer, text: JSON.stringify({ ...body, transactions: change(body.transactions ?? []) }) }
}

describe('an attended refresh', () => {
  test('the end of one and what follows of it are written together: alerts to look for, and what apps hear', async () => {
    const { userId, connectionId } = await newRead()
    const [{ id: accountId = '' } = {}] = await db().account.findMany({
      where: { connectionId, mayTransactions: true },
    })
    await db().alertChoice.create({ data: { userId, kind: 'salary' } })
    const times = { createdAt: now(), claimedAt: now(), expiresAt: new Date(now().getTime() + 86_400_000) }
    const accounts = { create: { userId, accountId, balances: false, transactions: true, owners: false } }
    const { id: appId } = await db().app.create({ data: { userId, kind: 'token', name: 'Script', ...times, accounts } })
    const endpoint = {
      organisationId: appId,
      mode: 'live',
      url: 'https://example.com',
      secretSealed: '',
      createdAt: now(),
    } as const
    await db().webhookEndpoint.create({ data: { ...endpoint, appId, secretCreatedAt: now() } })
    await refreshConnection({ userId }, connectionId, presence)
    const [written] = await db().$queryRaw<{ alerts: boolean; apps: boolean }[]>`
      SELECT person.xmin = login.xmin AND person."alertsDueAt" IS NOT NULL AS "alerts", message.xmin = login.xmin AS "apps"
      FROM "Connection" AS login JOIN "User" AS person ON person."id" = login."userId"
      LEFT JOIN "WebhookMessage" AS message ON message."appId" = ${appId}::uuid AND message."type" = 'accounts.updated'
      WHERE login."id" = ${connectionId}::uuid`
    expect(written).toEqual({ alerts: true, apps: true })
  })

  test('reads everything that was ticked, and shows the same after a reload', async () => {
    const { userId, connectionId } = await newConsented()
    const progress = await refreshConnection({ userId }, connectionId, presence)
    expect(progress).toMatchObject({ running: false, done: 3, total: 3 })
    expect(await readProgress({ userId }, connectionId)).toEqual(progress)
    for (const { id, rows, state } of progress.accounts) {
      expect(state).toBe('done')
      const account = await readAccount({ userId }, id)
      expect(await db().transaction.count({ where: { accountId: id } })).toBe(rows)
      expect(await db().transaction.count({ where: { accountId: id, category: null } }), 'not filed').toBe(0)
      expect(account.balances.map(({ type }) => type)).toContain('OTHR')
      expect(account.owners?.length).toBeGreaterThan(0)
      expect(account.iban).toMatch(/^FR76 /)
    }
    const home = await readHome({ userId })
    expect(home.totals).toHaveLength(1)
    expect(home.accounts.every(({ iban }) => iban === null)).toBe(true)
    const { calls } = await listBankCalls({ userId }, connectionId)
    const about = (operation: string) =>
      new Set(calls.filter(call => call.operation === operation).map(({ accountName }) => accountName))
    expect(about('transactions.read'), 'the log names the account').toEqual(new Set(progress.accounts.map(a => a.name)))
    expect(about('accounts.list')).toEqual(new Set([null]))
  })

  test('calls nothing that was not ticked', async () => {
    const { userId, connectionId } = await newConsented(people.camille, { balances: true })
    await wire.tap()
    await refreshConnection({ userId }, connectionId, presence)
    expect(wire.sent.map(pathOf)).toEqual(['/accounts'])
    const [account] = (await readConnection({ userId }, connectionId)).accounts
    expect(account).toMatchObject({ owners: null, overdraft: null })
    expect(await db().transaction.count({ where: { userId } })).toBe(0)
    expect(account?.mainBalance).not.toBeNull()
  })

  test('requests no further page once the box is unticked, and stores nothing of it', async () => {
    const { userId, connectionId } = await newConsented(people.lea, { balances: true, transactions: true })
    // What `sendConsent` does before sending; the bank itself would still answer.
    await wire.tap(async (request): Promise<Fault> => {
      if (isLines(request)) await db().account.updateMany({ where: { connectionId }, data: { mayTransactions: false } })
      return 'none'
    })
    const { accounts } = await refreshConnection({ userId }, connectionId, presence)
    expect(wire.sent.filter(isLines)).toHaveLength(1)
    expect(accounts.map(({ error }) => error)).toEqual(['consent_not_given'])
    expect(await keysOf(connectionId)).toEqual([])
  })

  test('stores neither owners nor an overdraft if the box was unticked while the bank answered', async () => {
    const { userId, connectionId } = await newConsented(people.camille, { owners: true, overdrafts: true })
    const isExtra = ({ target }: WireRequest) => /\/(owners|overdrafts)/.test(target)
    await wire.tap(async (request): Promise<Fault> => {
      const data = { mayOwners: false, mayOverdrafts: false }
      if (isExtra(request)) await db().account.updateMany({ where: { connectionId }, data })
      return 'none'
    })
    await refreshConnection({ userId }, connectionId, presence)
    expect(wire.sent.filter(isExtra).length).toBeGreaterThan(0)
    const kept = await db().account.findMany({ where: { connectionId }, select: { owners: true, overdraft: true } })
    expect(new Set(kept.flatMap(({ owners, overdraft }) => [owners, overdraft]))).toEqual(new Set([null]))
  })

  test('sends the person’s address with every data call, and does not store it (C19)', async () => {
    const { userId, connectionId } = await newConsented()
    await wire.tap()
    await refreshConnection({ userId }, connectionId, presence)
    for (const request of wire.sent) expect(request.headers['psu-ip-address']).toBe(presence.ipAddress)
    const rows = [await db().connection.findMany(), await db().account.findMany(), await db().bankCall.findMany()]
    expect(written(rows)).not.toContain(presence.ipAddress)
  })

  test('is in the access log at the time of the pages, not at that of the requests', async () => {
    const { userId, connectionId } = await newConsented()
    await wire.tap()
    const later = new Date(Date.now() + 3 * 3_600_000)
    setClock(later)
    await refreshConnection({ userId }, connectionId, presence)
    setClock(null)
    const calls = await db().bankCall.findMany({
      where: { connectionId, at: { gt: new Date(Date.now() + 3_600_000) } },
    })
    expect(calls.map(({ operation }) => operation)).toContain('accounts.list')
    expect(calls.every(({ at, durationMs }) => at.getTime() + durationMs === later.getTime())).toBe(true)
  })

  test('requested twice in parallel reads once; the second shows the progress of the first (R15)', async () => {
    const { userId, connectionId } = await newConsented()
    await wire.tap()
    const both = await Promise.all([
      refreshConnection({ userId }, connectionId, presence),
      refreshConnection({ userId }, connectionId, presence),
    ])
    expect(both.map(({ running }) => running).sort()).toEqual([false, true])
    expect(wire.sent.filter(request => pathOf(request) === '/accounts')).toHaveLength(1)
    const keys = await keysOf(connectionId)
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('repeated reads the last days only, rewrites no booked transaction and replaces those that are not booked', async () => {
    const { userId, connectionId } = await newRead()
    const before = await keysOf(connectionId)
    const versions = () =>
      db().$queryRaw<{ key: string; xmin: string }[]>`
        SELECT "key", xmin::text FROM "Transaction" WHERE "booked" ORDER BY "accountId", "key"
      `
    const written = await versions()
    await wire.tap()
    await refreshConnection({ userId }, connectionId, presence)
    expect(wire.sent.filter(isLines).every(({ target }) => target.includes('dateFrom='))).toBe(true)
    expect(await keysOf(connectionId)).toEqual(before)
    expect(await versions()).toEqual(written)
  })
})

describe('an account that the bank says is closed or blocked', () => {
  test.each([
    ['blocked', people.hugo, 'AC06', ['account_blocked']],
    ['closed', people.nadia, 'AC04', []],
  ] as const)(
    '%s: is no failed update, is asked for one thing when the person asks, and not by the worker',
    async (_, who, code, attention) => {
      const { userId, connectionId } = await newRead(who)
      const ended = (await readProgress({ userId }, connectionId)).accounts.find(({ error }) => error === code)
      expect(ended).toMatchObject({ state: 'failed' })
      const asks = (await readHome({ userId })).attention.map(({ kind }) => kind)
      expect(asks.filter(kind => kind !== 'other_name')).toEqual(attention)
      const { resourceId } = await db().account.findFirstOrThrow({ where: { id: ended?.id ?? '', userId } })
      const asked = () => wire.sent.filter(({ target }) => target.includes(resourceId)).length
      await wire.tap(undefined, who)
      await refreshConnection({ userId }, connectionId, presence)
      expect(asked()).toBe(1)
      expect((await readProgress({ userId }, connectionId)).accounts.find(({ id }) => id === ended?.id)).toEqual(ended)
      await db().connection.update({ where: { id: connectionId }, data: { nextRefreshAt: new Date(0) } })
      await wire.tap(undefined, who)
      for (const lease of await takeDueRefreshes(10)) await runDueRefresh(lease)
      expect(wire.sent.length).toBeGreaterThan(1)
      expect(asked()).toBe(0)
    },
  )
})

test('a closed account is asked for one thing also after failures, which say nothing about it', async () => {
  const { userId, connectionId } = await newRead(people.nadia)
  const closed = async () =>
    (await readProgress({ userId }, connectionId)).accounts.find(
      ({ error, state }) => error === 'AC04' && state === 'failed',
    )
  const { resourceId } = await db().account.findFirstOrThrow({ where: { id: (await closed())?.id ?? '', userId } })
  const asked = () => wire.sent.filter(({ target }) => target.includes(resourceId)).length
  await wire.tap(() => ({ status: 500 }), people.nadia)
  await expect(refreshConnection({ userId }, connectionId, presence)).rejects.toMatchObject({
    code: 'bank_unavailable',
  })
  await wire.tap(({ target }) => (target.includes(resourceId) ? { status: 500 } : 'none'), people.nadia)
  await refreshConnection({ userId }, connectionId, presence)
  expect([asked() > 0, await closed()]).toEqual([true, expect.anything()])
  await wire.tap(undefined, people.nadia)
  await refreshConnection({ userId }, connectionId, presence)
  expect([asked(), await closed()]).toEqual([1, expect.anything()])
})

describe('pages of transactions', () => {
  test('of which one fails leave the booked transactions read so far, and the next refresh completes them (R12)', async () => {
    const { userId, connectionId } = await newConsented(people.camille, { transactions: true })
    await wire.tap(request => (isLines(request) && pageOf(request) === 3 ? { status: 500 } : 'none'))
    const broken = await refreshConnection({ userId }, connectionId, presence)
    const failed = broken.accounts.filter(({ state }) => state === 'failed')
    expect(failed.map(({ error }) => error)).toEqual(['bank_unavailable', 'bank_unavailable'])
    expect(failed.every(({ rows }) => rows > 0)).toBe(true)
    expect((await readHome({ userId })).attention.map(({ kind }) => kind)).toEqual(['sync_failed'])
    const half = await keysOf(connectionId)
    expect(half.length).toBeGreaterThan(0)
    const unfinished = half.filter(key => failed.some(({ id }) => key.startsWith(id)))
    expect(unfinished.length).toBeGreaterThan(0)
    expect(unfinished.every(key => key.endsWith('true'))).toBe(true)
    wire.restore()
    const whole = await refreshConnection({ userId }, connectionId, presence)
    expect(whole.accounts.map(({ state }) => state)).toEqual(whole.accounts.map(() => 'done'))
    const keys = await keysOf(connectionId)
    for (const { id } of failed) {
      const { rows } = whole.accounts.find(account => account.id === id) ?? { rows: -1 }
      expect(keys.filter(key => key.startsWith(id))).toHaveLength(rows)
    }
    expect(half.every(key => keys.includes(key))).toBe(true)
  })

  test('that shift while they are read neither lose nor double a transaction (R13)', async () => {
    const { userId, connectionId } = await newRead(people.lea, { transactions: true })
    const quiet = await keysOf(connectionId)
    await db().transaction.deleteMany({ where: { userId } })
    await db().account.updateMany({ where: { userId }, data: { lastReference: null } })
    // A new transaction moves the last one of each page to the next.
    let carried: Record<string, unknown>[] = []
    const shift = (answer: WireAnswer) =>
      withLines(answer, lines => {
        const shown = [...carried, ...lines]
        carried = lines.slice(-1)
        return shown
      })
    await wire.tap(request => (isLines(request) ? { rewrite: shift } : 'none'))
    await refreshConnection({ userId }, connectionId, presence)
    expect(await keysOf(connectionId)).toEqual(quiet)
  })

  test('of accounts that are back under other ids go on where they were, with what the person made of them', async () => {
    const { userId, connectionId } = await newRead(people.camille)
    const before = await db().account.findMany({ where: { connectionId }, orderBy: { id: 'asc' } })
    const count = await db().transaction.count({ where: { userId } })
    const chosen = { category: 'children', categorySource: 'person' as const }
    const { accountId, key } = await db().transaction.findFirstOrThrow({ where: { userId, booked: true } })
    await db().transaction.updateMany({ where: { userId, accountId, key }, data: chosen })
    const rename = (answer: WireAnswer) => ({
      ...answer,
      text: answer.text.replaceAll(/"(resourceId|linkedAccount)":"/g, '"$1":"again-'),
    })
    const isList = ({ target }: WireRequest) => /\/accounts(\?|$)/.test(target)
    await wire.tap(request => (isList(request) ? { rewrite: rename } : 'none'))
    await refreshConnection({ userId }, connectionId, presence)
    const after = await db().account.findMany({ where: { connectionId }, orderBy: { id: 'asc' } })
    expect(after.map(({ id, resourceId, gone, syncState }) => [id, resourceId, gone, syncState])).toEqual(
      before.map(({ id, resourceId, syncState }) => [id, `again-${resourceId}`, false, syncState]),
    )
    expect(await db().transaction.count({ where: { userId } })).toBe(count)
    expect(await db().transaction.findMany({ where: { userId, categorySource: 'person' } })).toMatchObject([
      { accountId, key, ...chosen },
    ])
    // And back.
    await wire.tap()
    await refreshConnection({ userId }, connectionId, presence)
    const again = await db().account.findMany({ where: { connectionId }, orderBy: { id: 'asc' } })
    expect(again.map(({ id, resourceId }) => [id, resourceId])).toEqual(
      before.map(({ id, resourceId }) => [id, resourceId]),
    )
  })

  test('with unreadable transactions keep the others, and count them (R16)', async () => {
    const { userId, connectionId } = await newConsented(people.lea, { transactions: true })
    const hostile = (answer: WireAnswer) =>
      withLines(answer, ([first, second, third, ...rest]) => [
        { ...first, transactionAmount: { amount: '12345678901234567.89', currency: 'EUR' } },
        { ...second, status: 'NEW?', remittanceInformation: { unstructured: ['\u0000\u202Eevil\u0007', '<script>'] } },
        {
          ...third,
          transactionAmount: { amount: '-0.00', currency: 'EUR' },
          bankTransactionCode: { domain: '\u0000', family: '\ud83d', subFamily: '\\u0000' },
        },
        ...rest,
      ])
    await wire.tap(request => (isLines(request) && pageOf(request) === 1 ? { rewrite: hostile } : 'none'))
    const { accounts } = await refreshConnection({ userId }, connectionId, presence)
    const [account] = accounts
    expect(account).toMatchObject({ state: 'done', error: null })
    const view = await readAccount({ userId }, account?.id ?? '')
    expect(view.sync.unreadableRows).toBe(1)
    const { upcoming } = await listTransactions({ userId }, view.id, {})
    expect(upcoming.find(({ status }) => status === 'NEW?')).toMatchObject({ booked: false, label: 'evil' })
  })

  test('with values that PostgreSQL can’t store, everywhere: each costs only its own row, which is counted (C70)', async () => {
    const { userId, connectionId } = await newRead(people.camille)
    const before = await readConnection({ userId }, connectionId)
    const [first] = before.accounts.filter(({ kind }) => kind === 'account')
    const id = first?.id ?? fail()
    const count = () => db().transaction.count({ where: { accountId: id } })
    const had = await count()
    const { resourceId } = await db().account.findUniqueOrThrow({ where: { id } })
    const cjk = '漢'.repeat(140)
    const hostileLines = (answer: WireAnswer) =>
      withLines(answer, lines => {
        const line = lines.find(({ status }) => status === 'BOOK') ?? fail()
        const another = (more: object) => ({ ...line, resourceId: 'new', entryReference: '1', ...more })
        return [
          ...lines,
          another({ bookingDate: '0000-01-01' }),
          another({ entryReference: '漢'.repeat(2_000) }),
          another({ entryReference: 'a\u0000' }),
          another({ entryReference: 'x'.repeat(1_000_000) }),
          another({ transactionAmount: { amount: '1', currency: '\ud800' } }),
          another({ entryReference: cjk, resourceId: '\u0000', endToEndId: '\ud83d', valueDate: '9999-12-31' }),
        ]
      })
    const bad = { balanceType: 'OTHR', balanceAmount: { amount: '1e99', currency: 'EUR' } }
    const hostileList = (answer: WireAnswer) => {
      const body: { accounts: { resourceId: string; balances?: unknown[] }[] } = JSON.parse(answer.text)
      const [model] = body.accounts
      const spoilt = ['a\u0000', '漢'.repeat(3_000), 'x'.repeat(1_000_000), '..'].map(name => ({
        ...model,
        resourceId: name,
      }))
      const known = body.accounts.map((account, at) => ({
        ...account,
        ...(account.resourceId === resourceId ? { name: 'Compte\u0000\ud83d', details: 'x'.repeat(1_000_000) } : {}),
        ...(account.balances ? { balances: [...account.balances, bad] } : {}),
        // The last one is listed in an unreadable form, so it does not count as gone.
        ...(at === body.accounts.length - 1 ? { resourceId: `${account.resourceId}\u0000` } : {}),
      }))
      return { ...answer, text: JSON.stringify({ ...body, accounts: [...known, ...spoilt] }) }
    }
    const hostileBalances = (answer: WireAnswer) => {
      const body: { balances: unknown[] } = JSON.parse(answer.text)
      return { ...answer, text: JSON.stringify({ ...body, balances: [...body.balances, bad] }) }
    }
    await wire.tap(request => {
      const isSpoilt = isLines(request) && request.target.includes(resourceId) && pageOf(request) === 1
      if (isSpoilt) return { rewrite: hostileLines }
      if (/\/balances(\?|$)/.test(request.target)) return { rewrite: hostileBalances }
      return /\/accounts(\?|$)/.test(request.target) ? { rewrite: hostileList } : 'none'
    })
    const progress = await refreshConnection({ userId }, connectionId, presence)
    expect(progress.accounts.map(({ state, error }) => [state, error])).toEqual(
      progress.accounts.map(() => ['done', null]),
    )
    const view = await readAccount({ userId }, id)
    expect(await count(), 'the one good line among the six').toBe(had + 1)
    expect(view.sync).toMatchObject({ unreadableRows: 5, unreadableBalances: 1 })
    expect(view.name).toBe('Compte \uFFFD')
    const kept = await db().transaction.findUniqueOrThrow({ where: { accountId_key: { accountId: id, key: cjk } } })
    expect(kept).toMatchObject({ resourceId: null, endToEndId: null, valueDate: null })
    const connection = await readConnection({ userId }, connectionId)
    expect(connection.unreadableAccounts).toBe(5)
    expect(connection.accounts.map(account => account.id)).toEqual(before.accounts.map(account => account.id))
    wire.restore()
    await refreshConnection({ userId }, connectionId, presence)
    expect((await readConnection({ userId }, connectionId)).unreadableAccounts).toBe(0)
    expect((await readAccount({ userId }, id)).sync).toMatchObject({ unreadableRows: 0, unreadableBalances: 0 })
  })

  test('with too many transactions that are not booked: booked ones stay, the snapshot does not change, the bank is blamed (C64)', async () => {
    const { userId, connectionId } = await newRead(people.lea, { transactions: true })
    const before = await keysOf(connectionId)
    let asked = 0
    // 500 transactions of 2,800 characters per page, and always one page more.
    const floodWith = (request: WireRequest) => (answer: WireAnswer) => {
      const page = pageOf(request)
      asked += 1
      const open = Array.from({ length: 500 }, (_, index) => ({
        resourceId: `${page}-${index}`,
        status: 'PDNG',
        creditDebitIndicator: 'DBIT',
        transactionAmount: { amount: '1.00', currency: 'EUR' },
        remittanceInformation: { unstructured: Array.from({ length: 20 }, () => 'x'.repeat(140)) },
      }))
      const [path = ''] = request.target.split('?')
      return withLines(
        { ...answer, text: JSON.stringify({ _links: { next: { href: `${path}?page=${page + 1}` } } }) },
        () => open,
      )
    }
    await wire.tap(request => (isLines(request) ? { rewrite: floodWith(request) } : 'none'))
    const { accounts } = await refreshConnection({ userId }, connectionId, presence)
    expect(accounts.map(({ state, error }) => [state, error])).toContainEqual(['failed', 'bank_sends_too_much'])
    expect(asked).toBeLessThan(10 * accounts.length)
    expect(await keysOf(connectionId)).toEqual(before)
    await wire.tap(() => 'none')
    const healed = await refreshConnection({ userId }, connectionId, presence)
    expect(healed.accounts.map(({ error }) => error)).toEqual(healed.accounts.map(() => null))
  })

  test('with a pending transaction that became booked have it once (R14)', async () => {
    const { userId, connectionId } = await newConsented(people.lea, { transactions: true })
    const pending = (answer: WireAnswer) =>
      withLines(answer, ([first, ...rest]) => {
        const { entryReference: _reference, bookingDate, ...open } = first ?? {}
        return [{ ...open, status: 'PDNG', expectedBookingDate: bookingDate }, ...rest]
      })
    const booked = (answer: WireAnswer) => withLines(answer, lines => lines.filter(({ status }) => status === 'BOOK'))
    for (const rewrite of [(answer: WireAnswer) => pending(booked(answer)), booked]) {
      await wire.tap(request => (isLines(request) && pageOf(request) === 1 ? { rewrite } : 'none'))
      await refreshConnection({ userId }, connectionId, presence)
      wire.restore()
    }
    const all = await db().transaction.findMany({ where: { userId, day: { gte: new Date(Date.now() - 864e5 * 60) } } })
    const contents = all.map(({ day, amountMinor, label, endToEndId }) => [day, amountMinor, label, endToEndId].join())
    const [newest] = all.toSorted((left, right) => right.day.getTime() - left.day.getTime())
    expect(newest?.booked).toBe(true)
    expect(contents.filter(content => content === contents[all.indexOf(newest ?? all[0] ?? fail())])).toHaveLength(1)
  })
})

function fail(): never {
  throw new Error('no line')
}

/** Counts belong to the bank's customer, whom these tests share. */
async function forgetCounts(): Promise<void> {
  await db().quotaUse.deleteMany({})
  forgetBatchCounts(stack.running)
}

describe('an unattended refresh', () => {
  async function left(person: Person = people.lea) {
    await forgetCounts()
    const { visitor, userId, connectionId } = await newConsented(person)
    const away = new AbortController()
    await wire.tap(request => {
      if (isLines(request)) away.abort(new Error('the person left'))
      return 'none'
    })
    await refreshConnection({ userId }, connectionId, presence, away.signal)
    wire.restore()
    return { visitor, userId, connectionId }
  }
  /** Makes the refresh due. */
  const pass = (id: string) =>
    db().connection.update({ where: { id }, data: { syncLeaseUntil: null, nextRefreshAt: new Date(0) } })
  const workOnce = async () => {
    const claimed = await takeDueRefreshes(10)
    await Promise.all(claimed.map(lease => runDueRefresh(lease)))
    return claimed.map(({ connectionId }) => connectionId)
  }

  test('finishes what a person left, after a while and without PSU headers (C19)', async () => {
    const { userId, connectionId } = await left()
    expect((await readProgress({ userId }, connectionId)).accounts.map(({ state }) => state)).toEqual(['running'])
    expect(await workOnce()).not.toContain(connectionId)
    await wire.tap()
    setClock(new Date(Date.now() + 21_000))
    expect(await workOnce()).toContain(connectionId)
    setClock(null)
    expect(wire.sent.length).toBeGreaterThan(2)
    for (const { headers } of wire.sent) {
      expect(Object.keys(headers).filter(name => name.startsWith('psu-'))).toEqual([])
    }
    expect((await readProgress({ userId }, connectionId)).accounts).toMatchObject([{ state: 'done', error: null }])
    const { calls } = await listBankCalls({ userId }, connectionId)
    expect(new Set(calls.map(({ attended }) => attended))).toEqual(new Set([true, false]))
    expect((await readConnection({ userId }, connectionId)).quota).toMatchObject({ used: 1, limit: 4, left: 2 })
  })

  test('requests a resource three times per Paris day, whoever asks, and again the next (C20, R7)', async () => {
    const { userId, connectionId } = await left()
    await wire.tap()
    const again = async () => {
      await pass(connectionId)
      await Promise.all([workOnce(), workOnce()])
    }
    for (let round = 0; round < 6; round += 1) await again()
    const resourceOf = (request: WireRequest) => `${pathOf(request).replace(/\?.*/, '')}#${pageOf(request)}`
    const counts = Map.groupBy(wire.sent, resourceOf)
    expect(counts.get('/accounts#1')).toHaveLength(3)
    for (const [resource, { length }] of counts) expect([resource, length <= 3]).toEqual([resource, true])
    // What was read before stays; the quota explains why nothing newer comes today.
    expect((await readProgress({ userId }, connectionId)).accounts).toMatchObject([{ state: 'done', error: null }])
    const { quota } = await readConnection({ userId }, connectionId)
    expect(quota).toMatchObject({ used: 3, limit: 4, left: 0 })
    const { attention: asked, states } = await readHome({ userId })
    // The question about the holder's name does not depend on the quota.
    expect(asked.map(({ kind }) => kind)).toEqual(['other_name'])
    expect(states).toMatchObject([{ connectionId, state: 'quota_limited' }])
    expect(parisDay(new Date(quota.nextAt ?? 0)) > parisDay(new Date())).toBe(true)
    setClock(new Date(Date.now() + 24 * 3_600_000))
    expect((await readConnection({ userId }, connectionId)).quota.used).toBe(0)
    setClock(null)
    const attended = await refreshConnection({ userId }, connectionId, presence)
    expect(attended.accounts).toMatchObject([{ state: 'done' }])
  })

  test('a 429 ends the day’s unattended calls of that resource; attended ones continue (R10)', async () => {
    const { userId, connectionId } = await left()
    const used = { status: 429, body: { status: 429, message: 'TMRQ' } }
    await wire.tap(request => (pathOf(request) === '/accounts' ? used : 'none'))
    for (let round = 0; round < 3; round += 1) {
      await pass(connectionId)
      await workOnce()
    }
    expect(wire.sent).toHaveLength(1)
    const { quota } = await readConnection({ userId }, connectionId)
    expect(quota).toMatchObject({ left: 0, pausedUntil: nextParisMidnight(new Date()).toISOString() })
    wire.restore()
    const { accounts } = await refreshConnection({ userId }, connectionId, presence)
    expect(accounts).toMatchObject([{ state: 'done' }])
  })

  test('a 429 to an attended call is a refusal of the bank: reported as such, without counting or delaying unattended refreshes', async () => {
    await forgetCounts()
    const { userId, connectionId } = await newRead(people.lea, { transactions: true })
    const refused = { status: 429, body: { status: 429, message: 'TMRQ' } }
    await wire.tap(request => (isLines(request) ? refused : 'none'))
    const { accounts } = await refreshConnection({ userId }, connectionId, presence)
    expect(accounts).toMatchObject([{ state: 'failed', error: 'TMRQ' }])
    wire.restore()
    await wire.tap(request => (pathOf(request) === '/accounts' ? refused : 'none'))
    expect(await codeOf(refreshConnection({ userId }, connectionId, presence))).toBe('bank_asked_too_often')
    expect((await readProgress({ userId }, connectionId)).accounts).toMatchObject([{ state: 'failed', error: 'TMRQ' }])
    const { quota, state } = await readConnection({ userId }, connectionId)
    expect({ quota, state }).toMatchObject({ quota: { used: 0, left: 3, pausedUntil: null }, state: 'active' })
    const { nextRefreshAt } = await db().connection.findUniqueOrThrow({ where: { id: connectionId } })
    expect(nextRefreshAt).toEqual(nextSlot(connectionId, new Date()))
  })

  test('a Retry-After takes precedence, and pauses only its own resource', async () => {
    const { userId, connectionId } = await left()
    const used = (answer: WireAnswer) => ({
      ...answer,
      status: 429,
      headers: { ...answer.headers, 'retry-after': '3600' },
      text: JSON.stringify({ status: 429, message: 'TMRQ' }),
    })
    await pass(connectionId)
    await wire.tap(request => (isLines(request) ? { rewrite: used } : 'none'))
    await workOnce()
    const again = async () => {
      wire.restore()
      await wire.tap()
      await pass(connectionId)
      await workOnce()
      return wire.sent
    }
    const paused = await again()
    expect(paused.map(pathOf)).toContain('/accounts')
    expect(paused.filter(isLines)).toEqual([])
    const [account] = (await readProgress({ userId }, connectionId)).accounts
    const { quota } = await readAccount({ userId }, account?.id ?? '')
    expect(Date.parse(quota?.pausedUntil ?? '') - Date.now()).toBeLessThanOrEqual(3_600_000)
    setClock(new Date(Date.now() + 3_601_000))
    expect((await again()).filter(isLines).length).toBeGreaterThan(0)
  })
})

describe('unchanged data', () => {
  /** A scheduled refresh of everything the bank has, as once a week. */
  async function readWhole(connectionId: string): Promise<void> {
    await forgetCounts()
    await db().account.updateMany({ where: { connectionId }, data: { lastSyncedAt: new Date(0) } })
    await db().connection.update({
      where: { id: connectionId },
      data: { syncLeaseUntil: null, nextRefreshAt: new Date(0) },
    })
    for (const lease of await takeDueRefreshes(10)) await runDueRefresh(lease)
  }
  const labelled = (label: string) => (answer: WireAnswer) =>
    withLines(answer, lines => [
      ...lines.slice(0, -1),
      { ...lines.at(-1), remittanceInformation: { unstructured: [label] } },
    ])

  test('is not stored again, and is compared page by page', async () => {
    const { userId, connectionId } = await newRead(people.lea, { transactions: true })
    const keys = await keysOf(connectionId)
    // A row that is only locked is written too.
    const versions = () => db().$queryRaw<{ id: string; by: string }[]>`
      SELECT "key" AS "id", xmin::text || ' ' || xmax::text AS "by" FROM "Transaction" WHERE "userId" = ${userId}::uuid
      UNION SELECT "id"::text, xmin::text FROM "Balance" WHERE "userId" = ${userId}::uuid ORDER BY 1`
    const before = await versions()
    await wire.tap()
    await readWhole(connectionId)
    expect(wire.sent.filter(isLines).length).toBeGreaterThan(1)
    expect(wire.sent.filter(isLines).some(({ target }) => target.includes('dateFrom'))).toBe(false)
    expect(await versions()).toEqual(before)
    expect((await readProgress({ userId }, connectionId)).accounts).toMatchObject([
      { state: 'done', rows: keys.length },
    ])
    wire.restore()
    await wire.tap(request =>
      isLines(request) && pageOf(request) === 2 ? { rewrite: labelled('Nouveau libellé') } : 'none',
    )
    await readWhole(connectionId)
    expect(await db().transaction.count({ where: { userId, label: 'Nouveau libellé' } })).toBe(1)
    expect(await keysOf(connectionId)).toEqual(keys)
    const after = await versions()
    expect(before.filter(({ by }, at) => after[at]?.by !== by)).toHaveLength(1)
  })

  test('is read again after an interrupted refresh, whose changes the next one completes (R12)', async () => {
    const { userId, connectionId } = await newRead(people.lea, { transactions: true })
    await wire.tap(request => {
      if (!isLines(request)) return 'none'
      if (pageOf(request) === 1) return { rewrite: labelled('Halbes Blatt') }
      return pageOf(request) === 3 ? { status: 500 } : 'none'
    })
    await readWhole(connectionId)
    expect(await db().transaction.count({ where: { userId, label: 'Halbes Blatt' } })).toBe(1)
    wire.restore()
    await readWhole(connectionId)
    expect(await db().transaction.count({ where: { userId, label: 'Halbes Blatt' } })).toBe(0)
  })
})

describe('a bank that sends more than we accept, or a date in the far future', () => {
  const isList = (request: WireRequest) => /^\/accounts(\?|$)/.test(pathOf(request))
  const connectionOf = (id: string) => db().connection.findUniqueOrThrow({ where: { id } })

  test('a list of 501 accounts changes nothing, and the bank is blamed (C63)', async () => {
    const { userId, connectionId } = await newRead(people.lea)
    const before = await keysOf(connectionId)
    const flood = (answer: WireAnswer) => {
      const accounts = Array.from({ length: 501 }, (_, index) => ({ resourceId: `F${index}` }))
      return { ...answer, text: JSON.stringify({ accounts }) }
    }
    await wire.tap(request => (isList(request) ? { rewrite: flood } : 'none'))
    expect(await codeOf(refreshConnection({ userId }, connectionId, presence))).toBe('bank_sends_too_much')
    expect(await keysOf(connectionId)).toEqual(before)
    expect(await db().account.count({ where: { connectionId, gone: false } })).toBeGreaterThan(0)
    expect(await db().account.count({ where: { connectionId, resourceId: { startsWith: 'F' } } })).toBe(0)
    expect(await connectionOf(connectionId)).toMatchObject({ syncLeaseId: null, unfinishedReadings: 0 })
  })

  test.each(['999999999', 'Fri, 31 Dec 9999 23:59:59 GMT'])(
    'a Retry-After of %s moves the next reading by a day at most, and leaves no lease (C65)',
    async retryAfter => {
      const { connectionId } = await newConsented(people.lea)
      const away = (answer: WireAnswer) => ({
        ...answer,
        status: 503,
        text: '',
        headers: { ...answer.headers, 'retry-after': retryAfter },
      })
      await wire.tap(request => (isList(request) ? { rewrite: away } : 'none'))
      await db().connection.update({
        where: { id: connectionId },
        data: { nextRefreshAt: new Date(0), syncLeaseId: null, syncLeaseUntil: null },
      })
      for (const claimed of await takeDueRefreshes(10)) await runDueRefresh(claimed)
      const { syncLeaseId, nextRefreshAt } = await connectionOf(connectionId)
      expect(syncLeaseId).toBeNull()
      expect(nextRefreshAt.getTime()).toBeGreaterThan(Date.now())
      expect(nextRefreshAt.getTime()).toBeLessThan(Date.now() + 2 * 86_400_000)
    },
  )
})

describe('readings that never end', () => {
  test('pause for a day after the third in a row, are reported, tried once, and pause again; any refresh that ends resets it (H16)', async () => {
    await db().quotaUse.deleteMany({})
    const { userId, connectionId } = await newConsented(people.lea)
    const where = { id: connectionId }
    const dead = { nextRefreshAt: new Date(0), syncLeaseUntil: new Date(0) }
    await db().connection.update({ where, data: { ...dead, unfinishedReadings: 0 } })
    const take = async () => (await takeDueRefreshes(10)).filter(claimed => claimed.connectionId === connectionId)
    const rests = () =>
      db().auditEvent.count({
        where: { action: 'reading.rests', detail: { path: ['connectionId'], equals: connectionId } },
      })
    for (let death = 0; death < 3; death += 1) {
      expect(await take()).toHaveLength(1)
      await db().connection.update({ where, data: dead })
    }
    expect((await readConnection({ userId }, connectionId)).state).toBe('active')
    expect(await take()).toEqual([])
    const resting = await db().connection.findUniqueOrThrow({ where })
    expect(resting.syncLeaseId).toBeNull()
    expect(resting.restsUntil).toEqual(resting.nextRefreshAt)
    expect(resting.nextRefreshAt.getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    expect((await readConnection({ userId }, connectionId)).state).toBe('resting')
    expect(await rests()).toBe(1)
    // A day later it is tried once; that one dies as well.
    await db().connection.update({ where, data: { ...dead, restsUntil: new Date(0) } })
    expect(await take()).toHaveLength(1)
    await db().connection.update({ where, data: dead })
    expect(await take()).toEqual([])
    expect(await rests()).toBe(2)
    // The person may still refresh; success ends the pause.
    await refreshConnection({ userId }, connectionId, presence)
    const ended = await db().connection.findUniqueOrThrow({ where })
    expect(ended).toMatchObject({ restsUntil: null, unfinishedReadings: 0 })
    expect((await readConnection({ userId }, connectionId)).state).toBe('active')
  })
})

describe('refreshes that fail through our fault', () => {
  const mailbox = openMailbox()
  const stateOf = (id: string) => db().connection.findUniqueOrThrow({ where: { id } })
  const alarmsOf = (id: string) =>
    db().auditEvent.count({ where: { action: 'reading.fails', detail: { path: ['connectionId'], equals: id } } })
  /** Adds a constraint that makes our own database refuse rows of a table. */
  async function spoil(table: string, check: string): Promise<() => Promise<unknown>> {
    await db().$executeRawUnsafe(`ALTER TABLE "${table}" ADD CONSTRAINT "spoilt" CHECK (${check}) NOT VALID`)
    return () => db().$executeRawUnsafe(`ALTER TABLE "${table}" DROP CONSTRAINT "spoilt"`)
  }

  test('are reported to operators once, the third time in a row, and again only after one that succeeded (C69)', async () => {
    const email = 'reading-operator@guichet.example'
    await anOperator({ email, locale: 'en' })
    await forgetCounts()
    const { userId, connectionId } = await newConsented(people.camille, { transactions: true })
    const { id } = await db().account.findFirstOrThrow({ where: { connectionId, gone: false, mayTransactions: true } })
    // No other connection is due, so that the worker takes only this one.
    await db().connection.updateMany({ where: { id: { not: connectionId } }, data: { status: 'disconnected' } })
    const byWorker = async () => {
      await db().connection.update({ where: { id: connectionId }, data: { nextRefreshAt: new Date(0) } })
      for (const claimed of await takeDueRefreshes(10)) await runDueRefresh(claimed)
    }
    const byPerson = () => refreshConnection({ userId }, connectionId, presence)
    const mend = await spoil('Transaction', `"accountId" <> '${id}'`)
    try {
      for (const [index, read] of [byPerson, byWorker, byPerson, byPerson].entries()) {
        await read()
        const after = await stateOf(connectionId)
        expect(after).toMatchObject({ failedReadings: index + 1, syncLeaseId: null })
        expect(after.nextRefreshAt.getTime(), 'not tried again at once').toBeGreaterThan(Date.now() + 3_500_000)
        expect(await alarmsOf(connectionId)).toBe(index < 2 ? 0 : 1)
      }
    } finally {
      await mend()
    }
    const { accounts } = await readProgress({ userId }, connectionId)
    expect(accounts).toHaveLength(3)
    for (const account of accounts) {
      const failed = { state: 'failed', error: 'our_fault' }
      expect(account, 'the others are read').toMatchObject(account.id === id ? failed : { state: 'done', error: null })
    }
    await sendDueMails()
    expect((await mailbox.readTo(email)).map(({ subject }) => subject)).toEqual([
      'Guichet: readings of bank 19870 fail on our side',
    ])
    await byPerson()
    expect(await stateOf(connectionId)).toMatchObject({ failedReadings: 0 })
    const again = await spoil('Transaction', `"accountId" <> '${id}'`)
    try {
      await db().transaction.deleteMany({ where: { accountId: id } })
      await db().account.update({ where: { id }, data: { lastReference: null, pageDigests: [] } })
      for (const alarms of [1, 1, 2]) {
        await byPerson()
        expect(await alarmsOf(connectionId)).toBe(alarms)
      }
    } finally {
      await again()
    }
  })

  test('count if all accounts or the identity fail; failures of the bank do not count (C69)', async () => {
    const { visitor, userId, connectionId, ibans } = await newLinked(people.lea)
    await consent(visitor, connectionId, choiceOf(ibans, { balances: true }, true))
    const failed = async () => (await stateOf(connectionId)).failedReadings
    const mendIdentity = await spoil('PsuIdentity', `"connectionId" <> '${connectionId}'`)
    await refreshConnection({ userId }, connectionId, presence).finally(mendIdentity)
    expect(await failed()).toBe(1)
    const mendAll = await spoil('Account', `"connectionId" <> '${connectionId}' OR "syncState" <> 'queued'`)
    await expect(refreshConnection({ userId }, connectionId, presence).finally(mendAll)).rejects.toMatchObject({
      code: 'our_fault',
      supportId: expect.any(String),
    })
    expect(await failed()).toBe(2)
    await wire.tap(() => ({ status: 500 }))
    await expect(refreshConnection({ userId }, connectionId, presence)).rejects.toMatchObject({
      code: 'bank_unavailable',
    })
    wire.restore()
    expect(await failed()).toBe(2)
    expect(await alarmsOf(connectionId)).toBe(0)
    await refreshConnection({ userId }, connectionId, presence)
    expect(await failed()).toBe(0)
  })
})

test('a refresh that the database cannot note the end of lets go of its connection', async () => {
  const { userId, connectionId } = await newConsented()
  await wire.tap(async (request): Promise<Fault> => {
    if (isLines(request)) await db().$executeRaw`ALTER TABLE IF EXISTS "Account" RENAME TO "Away"`
    return 'none'
  })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    await expect(refreshConnection({ userId }, connectionId, presence)).rejects.toThrow()
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
    await db().$executeRaw`ALTER TABLE "Away" RENAME TO "Account"`
  }
})

describe('disconnecting', () => {
  test('deletes its data, revokes at the bank, keeps consents and the access log (C22)', async () => {
    const { visitor, userId, connectionId } = await newRead()
    const preview = await previewDisconnect({ userId }, connectionId)
    expect(preview).toMatchObject({ accounts: 3, keptConsents: 1, sendsEmptyConsent: true })
    expect(preview.transactions).toBeGreaterThan(100)
    await wire.tap()
    expect(await disconnect({ userId }, connectionId, presence)).toMatchObject({ revoked: true })
    expect(wire.sent.map(({ target }) => target)).toEqual(['/stet/psd2/v1.6.2/consents', '/stet/psd2/oauth/revoke'])
    expect(JSON.parse(wire.sent[0]?.body ?? '')).toMatchObject({ balances: [], transactions: [], psuIdentity: false })
    for (const count of [
      await db().account.count({ where: { userId } }),
      await db().transaction.count({ where: { userId } }),
      await db().balance.count({ where: { userId } }),
      await db().psuIdentity.count({ where: { userId } }),
    ]) {
      expect(count).toBe(0)
    }
    const row = await db().connection.findUniqueOrThrow({ where: { id: connectionId } })
    expect([row.accessSealed, row.refreshSealed, row.psuName, row.loginFingerprint]).toEqual([null, null, null, null])
    expect((await listBankCalls({ userId }, connectionId)).calls.length).toBeGreaterThan(4)
    expect(await readConnection({ userId }, connectionId)).toMatchObject({ state: 'disconnected' })
    await disconnect({ userId }, connectionId, presence)
    expect(wire.sent).toHaveLength(2)
    await expect(refreshConnection({ userId }, connectionId, presence)).rejects.toMatchObject({
      code: 'connection_gone',
    })
    await link(visitor, people.camille)
  })

  test('does not wait longer than a few seconds for a bank that gives no token', async () => {
    const { userId, connectionId } = await newConsented()
    await db().connection.update({ where: { id: connectionId }, data: { accessExpiresAt: new Date(0) } })
    const gate = Promise.withResolvers<Fault>()
    await wire.tap(({ target }) => (target.endsWith('/token') ? gate.promise : 'none'))
    expect(await disconnect({ userId }, connectionId, presence)).toMatchObject({ revoked: true })
    gate.resolve({ status: 503 })
    expect(await db().account.count({ where: { userId } })).toBe(0)
  })

  test('revokes the token of a refresh that commits meanwhile', async () => {
    const { userId, connectionId } = await newLinked()
    const next = { accessToken: aispToken('19870', 'next'), refreshToken: refreshToken('19870', 'the-next-one') }
    const { accessSealed, refreshSealed } = await sealTokens(connectionId, { ...next, expiresAt: new Date() })
    await wire.tap()
    const { disconnecting } = await db().$transaction(async tx => {
      await tx.connection.updateMany({ where: { id: connectionId, userId }, data: { accessSealed, refreshSealed } })
      const disconnecting = disconnect({ userId }, connectionId, presence)
      const waiting = () => db().$queryRaw`SELECT 1 FROM pg_locks WHERE locktype = 'transactionid' AND NOT granted`
      await expect.poll(waiting, { timeout: 60_000 }).toHaveLength(1)
      return { disconnecting }
    })
    await disconnecting
    expect(wire.sent.filter(({ body }) => body?.includes('the-next-one'))).toHaveLength(1)
  })

  test('during a refresh stops it: no further call, nothing stored (C22)', async () => {
    const { userId, connectionId } = await newConsented(people.lea)
    let ended = false
    let after = 0
    await wire.tap(async (request): Promise<Fault> => {
      if (ended && !/\/(revoke|consents)$/.test(request.target)) after += 1
      if (isLines(request) && !ended) {
        ended = true
        await disconnect({ userId }, connectionId, presence)
      }
      return 'none'
    })
    await refreshConnection({ userId }, connectionId, presence).catch(() => undefined)
    // Owners and overdrafts may be read in parallel with the first page; later pages are not requested.
    expect(wire.sent.filter(isLines)).toHaveLength(1)
    expect(after).toBeLessThanOrEqual(2)
    expect(await db().transaction.count({ where: { userId } })).toBe(0)
  })
})

describe('an answer that is not what was asked for', () => {
  const failure = { status: 500, error: 'Internal Server Error', message: 'backend timeout' }
  const stored = async (connectionId: string) => ({
    accounts: await db().account.findMany({
      where: { connectionId },
      orderBy: { id: 'asc' },
      select: { id: true, gone: true, lastSyncedAt: true, owners: true },
    }),
    balances: await db().balance.findMany({
      where: { account: { connectionId } },
      orderBy: { type: 'asc' },
      select: { type: true, amountMinor: true, current: true },
    }),
    lines: await db().transaction.findMany({
      where: { account: { connectionId } },
      orderBy: { key: 'asc' },
      select: { status: true, label: true, amountMinor: true },
    }),
  })

  test.each([
    ['accounts', /\/accounts(\?|$)/],
    ['balances', /\/balances/],
    ['transactions', /\/transactions/],
    ['owners', /\/owners/],
  ] as const)('200 with an error instead of %s: nothing is deleted, renewed or shown as fresh', async (name, asked) => {
    const { userId, connectionId } = await newRead(people.lea)
    const before = await stored(connectionId)
    expect(before.lines.some(({ status }) => status !== 'BOOK')).toBe(true)
    await wire.tap(request => {
      if (asked.test(request.target)) return { status: 200, body: failure }
      // The balances are in the list, unless it leaves them out.
      return name === 'balances' && pathOf(request) === '/accounts' ? { rewrite: withoutBalances } : 'none'
    })
    const refreshed = refreshConnection({ userId }, connectionId, presence)
    if (name === 'accounts') await expect(refreshed).rejects.toMatchObject({ code: expect.any(String) })
    else await refreshed
    const after = await stored(connectionId)
    expect(after).toEqual(before)
    const states = await db().account.findMany({ where: { connectionId }, select: { syncState: true } })
    expect(new Set(states.map(({ syncState }) => syncState))).toEqual(new Set(['failed']))
  })

  test('an account whose list names no currency has that of its balances', async () => {
    const { userId, connectionId } = await newRead(people.lea)
    const inDollars = (answer: WireAnswer) => ({ ...answer, text: answer.text.replaceAll('"EUR"', '"USD"') })
    const unnamed = (answer: WireAnswer) =>
      withoutBalances({ ...answer, text: answer.text.replaceAll(/"currency":"[A-Z]{3}",?/g, '').replaceAll(',}', '}') })
    await wire.tap(request => {
      if (pathOf(request) === '/accounts') return { rewrite: unnamed }
      return request.target.includes('/balances') ? { rewrite: inDollars } : 'none'
    })
    const currencies = async () =>
      (await db().account.findMany({ where: { connectionId } })).map(({ currency }) => currency)
    expect(await currencies()).toEqual(['EUR'])
    await refreshConnection({ userId }, connectionId, presence)
    expect(await currencies()).toEqual(['USD'])
    await wire.tap(request => (pathOf(request) === '/accounts' ? { rewrite: unnamed } : { status: 500 }))
    await refreshConnection({ userId }, connectionId, presence)
    expect(await currencies(), 'a list that says nothing changes nothing').toEqual(['USD'])
  })
})

function withoutBalances(answer: WireAnswer): WireAnswer {
  const body = JSON.parse(answer.text)
  return {
    ...answer,
    text: JSON.stringify({ ...body, accounts: body.accounts.map((one: object) => ({ ...one, balances: undefined })) }),
  }
}
