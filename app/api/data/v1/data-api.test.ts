import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { db } from '#lib/db.ts'
import { endApp, readApp, renewSetup } from '#lib/services/apps/allow.ts'
import { dataOperations } from '#lib/views/data-v1.ts'
import { aBank } from '#testing/bank/of-directory.ts'
import { aLine } from '#testing/people/an-account.ts'
import { anAppWithToken } from '#testing/people/an-app.ts'
import { GET as readAccounts } from './accounts/route.ts'
import { GET as readTransactions } from './transactions/route.ts'

beforeAll(() => aBank())

type Changes = {
  readonly added: readonly { readonly id: string; readonly name: string }[]
  readonly modified: readonly object[]
  readonly removed: readonly { readonly id: string }[]
  readonly cursor: string
  readonly has_more: boolean
}

async function ask(route: typeof readAccounts, token: string, query = '') {
  const headers = { authorization: `Bearer ${token}`, 'x-guichet-peer': '192.0.2.8 50000' }
  const answer = await route(new Request(`http://localhost/api/data/v1?${query}`, { headers }))
  return { answer, body: await answer.json() }
}

const sync = async (token: string, cursor?: string): Promise<Changes> =>
  (await ask(readTransactions, token, cursor === undefined ? '' : `cursor=${cursor}`)).body

test('answers are as the OpenAPI document says, and count in the app’s hour', async () => {
  const { token, userId, ids } = await anAppWithToken()
  await aLine(userId, ids[0], 'a')
  for (const [route, { answer: schema }] of [
    [readAccounts, dataOperations.listAccounts],
    [readTransactions, dataOperations.syncTransactions],
  ] as const) {
    const { answer, body } = await ask(route, token)
    expect(z.strictObject(schema.shape).parse(body)).toEqual(body)
    expect(answer.headers.get('ratelimit')).toMatch(/^"app";r=59\d;t=\d+$/)
  }
  expect((await ask(readTransactions, token, 'since=1')).body).toMatchObject({ code: 'invalid_input', field: 'since' })
})

test('accounts come with what is allowed of them and how fresh it is', async () => {
  const { token, ids, userId, connectionId } = await anAppWithToken()
  await db().account.update({ where: { id: ids[1] }, data: { mayBalances: false } })
  await db().connection.update({ where: { id: connectionId }, data: { status: 'expired' } })
  const { accounts } = (await ask(readAccounts, token)).body
  expect(accounts).toMatchObject([
    { id: ids[0], grants: ['balances', 'transactions'], balances: [{ amount: { amount: '10.00' }, is_main: true }] },
    { id: ids[1], grants: ['transactions'], freshness: { error: 'expired' } },
  ])
  expect(accounts[1].balances).toBeUndefined()
  expect(accounts[0].owners).toBeUndefined()
  expect(await db().appReading.count({ where: { userId } })).toBe(1)
})

describe('transactions', () => {
  test('are told as what changed since a cursor, and again for the same one', async () => {
    const { token, userId, ids } = await anAppWithToken()
    const [one, two] = ids
    await aLine(userId, one, 'a')
    await aLine(userId, two, 'b')
    const first = await sync(token)
    expect([first.added.length, first.modified.length, first.removed.length, first.has_more]).toEqual([2, 0, 0, false])
    expect(await sync(token, first.cursor)).toMatchObject({ added: [], modified: [], removed: [] })
    await aLine(userId, one, 'c')
    await db().transaction.updateMany({ where: { userId, key: 'a' }, data: { amountMinor: -600n } })
    await db().transaction.deleteMany({ where: { userId, key: 'b' } })
    expect(await sync(token, '')).toEqual(await sync(token))
    const second = await sync(token, first.cursor)
    expect(second).toMatchObject({ added: [{ account_id: one }], modified: [{ amount: { amount: '-6.00' } }] })
    expect(second.removed).toMatchObject([{ account_id: two }])
    expect(await sync(token, first.cursor)).toEqual(second)
    expect(await sync(token, second.cursor)).toMatchObject({ added: [], modified: [], removed: [] })
    // Without a cursor: as it is, and nothing of what is gone.
    expect(await sync(token)).toMatchObject({ added: [{}, {}], modified: [], removed: [] })
    await aLine(userId, two, 'b')
    expect(await sync(token, second.cursor)).toMatchObject({ added: [{ account_id: two }] })
  })

  test('of a kind or account that may no longer leave are removed', async () => {
    const { token, userId, ids } = await anAppWithToken()
    await aLine(userId, ids[0], 'a')
    await aLine(userId, ids[1], 'b')
    const { cursor } = await sync(token)
    await db().account.update({ where: { id: ids[0] }, data: { mayTransactions: false } })
    const after = await sync(token, cursor)
    expect([after.added.length, after.removed]).toMatchObject([0, [{ account_id: ids[0] }]])
    await db().account.deleteMany({ where: { id: ids[1] } })
    expect((await sync(token, after.cursor)).removed).toMatchObject([{ account_id: ids[1] }])
  })

  test('come in pages that tell each line once, also while more arrive', async () => {
    const { token, userId, ids } = await anAppWithToken()
    for (let at = 0; at < 2; at += 1) {
      const rows = Array.from({ length: 400 }, (_, index) => `${at}-${String(index).padStart(3, '0')}`)
      const text = { label: 'CARTE', remittance: ['CARTE'], searchText: 'carte' }
      const line = { userId, accountId: ids[at] ?? '', booked: true, status: 'BOOK', amountMinor: -1n, currency: 'EUR' }
      await db().transaction.createMany({
        data: rows.map(key => ({ ...line, ...text, key, day: new Date('2026-06-01') })),
      })
    }
    const first = await sync(token)
    expect([first.added.length, first.has_more]).toEqual([500, true])
    await aLine(userId, ids[0], 'late')
    const second = await sync(token, first.cursor)
    expect(second.has_more).toBe(false)
    const told = [...first.added, ...second.added].map(({ id }) => id)
    expect([told.length, new Set(told).size]).toEqual([801, 801])
    expect(await sync(token, second.cursor)).toMatchObject({ added: [], modified: [] })
  })

  test('need a cursor of ours', async () => {
    const { token } = await anAppWithToken()
    const { answer, body } = await ask(readTransactions, token, 'cursor=x')
    expect([answer.status, body.field]).toEqual([422, 'cursor'])
    const ahead = Buffer.from('[9,9]').toString('base64url')
    expect((await ask(readTransactions, token, `cursor=${ahead}`)).answer.status).toBe(422)
    const forged = Buffer.from(JSON.stringify([0, 0, 1, '01a22840-fa1f-72c7-89d9-ecf9da6a87e1', '\0'])).toString(
      'base64url',
    )
    expect((await ask(readTransactions, token, `cursor=${forged}`)).answer.status).toBe(422)
  })
})

test('a token is refused when unknown, replaced or ended', async () => {
  const { person, id, token } = await anAppWithToken()
  const status = async (given: string) => (await ask(readAccounts, given)).answer.status
  expect([await status(token), await status(`${token}x`), await status('')]).toEqual([200, 401, 401])
  await renewSetup(person, id, person)
  const next = (await readApp(person, id)).setup?.token ?? ''
  expect([await status(token), await status(next)]).toEqual([401, 200])
  expect(JSON.stringify(await db().app.findUniqueOrThrow({ where: { id } }))).not.toContain(next)
  await endApp(person, id)
  const { answer } = await ask(readAccounts, next)
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
    401,
    expect.stringContaining('invalid_token'),
  ])
})
