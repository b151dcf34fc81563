import { nothing } from '@guichet/stet/terms/consent-choice.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { readAccount } from '#lib/services/accounts/read.ts'
import { readConnection } from '#lib/services/connections/read.ts'
import { readHome } from '#lib/services/home/read.ts'
import { refreshConnection } from '#lib/services/refresh/connection.ts'
import { listTransactions } from '#lib/services/transactions/list.ts'
import { type Person, people } from '#testing/bank/customers.ts'
import { openStack } from '#testing/stack/open.ts'
import { choiceOf, comeBack, consent, goToBank, link, newLinked, newVisitor, presence } from '#testing/stack/start.ts'
import { compareConsent, readMatrix, sendConsent } from './choice.ts'
import { findUnansweredConsents, finishConsent } from './sending.ts'

/**
 * Our services at a bank whose entry says 1.4.2: two lists in the consent, no currency, CPAN cards with positive
 * outstandings, `OTHR` lines, and a listing that follows the consent (§ AIS Versioning and behaviour rule 2).
 */
const { wire } = openStack()

const isList = ({ target }: { target: string }) => /\/accounts(\?|$)/.test(target)
const ticks = { ...nothing, balances: true, transactions: true }

beforeAll(async () => {
  await db().bank.updateMany({ data: { aisVersion: '1.4.2' } })
})

async function consented(person?: Person) {
  const linked = await newLinked(person)
  await consent(linked.visitor, linked.connectionId, choiceOf(linked.ibans, ticks, true))
  await refreshConnection(linked, linked.connectionId, presence)
  return linked
}

describe('the matrix', () => {
  test('offers the kinds of the version, and ticks nothing that nobody chose', async () => {
    const { userId, connectionId } = await newLinked()
    const matrix = await readMatrix({ userId }, connectionId)
    expect(matrix).toMatchObject({
      kinds: ['balances', 'transactions'],
      mayNameMore: true,
      version: 0,
      psuIdentity: false,
    })
    expect(matrix.rows.length).toBeGreaterThan(1)
    for (const row of matrix.rows) {
      expect(row).toMatchObject({ listed: true, isNew: false, currencies: ['EUR'] })
      expect(Object.values(row.current)).toEqual([false, false, false, false])
    }
  })

  test('refuses a kind that the version does not have', async () => {
    const { userId, connectionId, ibans } = await newLinked()
    const choice = { accounts: [{ iban: ibans[0] ?? '', ...ticks, owners: true }], psuIdentity: false }
    const fault = { code: 'invalid_input', field: 'accounts.0.owners' }
    await expect(compareConsent({ userId }, connectionId, choice)).rejects.toMatchObject(fault)
  })
})

test('the request has two lists and no currency, and the ledger shows that', async () => {
  const { visitor, userId, connectionId, ibans } = await newLinked()
  await wire.tap()
  const choice = { accounts: ibans.map(iban => ({ iban, ...ticks })), psuIdentity: true }
  await consent(visitor, connectionId, choice)
  expect(JSON.parse(wire.sent[0]?.body ?? '')).toEqual({
    balances: ibans.toSorted().map(iban => ({ iban })),
    transactions: ibans.toSorted().map(iban => ({ iban })),
    trustedBeneficiaries: false,
    psuIdentity: true,
  })
  const row = await db().consent.findFirstOrThrow({ where: { userId, connectionId } })
  expect(row).toMatchObject({ interfaceVersion: '1.4.2', status: 'accepted', bankStatus: 201 })
})

describe('what is read', () => {
  test('has a card whose outstandings are to be debited, summed once, and the debited one apart', async () => {
    const { userId, connectionId } = await consented(people.sophie)
    const { accounts } = await readConnection({ userId }, connectionId)
    const listed = accounts.find(({ kind }) => kind === 'card')
    if (!listed) throw new Error('no card')
    const card = await readAccount({ userId }, listed.id)
    expect(card.balances.map(({ type }) => type).sort()).toEqual(['ITAV', 'ITAV', 'PRCD'])
    for (const { amount } of card.balances) expect(Number(amount.amount)).toBeLessThanOrEqual(0)
    const open = card.balances.filter(({ type }) => type === 'ITAV').map(({ amount }) => Number(amount.amount))
    expect(Number(card.mainBalance?.amount.amount)).toBeCloseTo(open.reduce((sum, part) => sum + part))
    expect(accounts.map(({ id }) => id)).toContain(card.linkedAccountId)
  })

  test('counts no card in the totals of home, whether balances come inline or separately', async () => {
    const { userId, connectionId } = await consented(people.sophie)
    const { totals, accounts } = await readHome({ userId })
    const own = accounts.filter(account => account.connectionId === connectionId && account.kind === 'account')
    const sum = own.reduce((total, { mainBalance }) => total + Number(mainBalance?.amount.amount ?? 0), 0)
    expect(totals.map(({ currency }) => currency)).toEqual(['EUR'])
    expect(Number(totals[0]?.amount)).toBeCloseTo(sum)
    const before = await db().balance.findMany({ where: { userId, current: true }, orderBy: { id: 'asc' } })
    // The list contains balances inline; requested separately, they must be the same.
    const { bankCode } = people.sophie
    await wire.rewrite(isList, text => text.replaceAll(/"balances":\[.*?\}\],/g, ''), { bankCode })
    await refreshConnection({ userId }, connectionId, presence)
    expect(wire.sent.filter(({ target }) => target.endsWith('/balances')).length).toBeGreaterThan(1)
    const after = await db().balance.findMany({ where: { userId, current: true }, orderBy: { id: 'asc' } })
    const money = (rows: typeof after) => rows.map(({ id, type, amountMinor }) => [id, type, amountMinor])
    expect(money(after)).toEqual(money(before))
  })

  test('has transactions in the version’s forms: OTHR is not booked, no reference, no end-to-end id, remittance as an array', async () => {
    const { userId, connectionId } = await consented()
    const { accounts } = await readConnection({ userId }, connectionId)
    const stored = await db().transaction.findMany({ where: { userId, account: { connectionId } } })
    expect(stored.length).toBeGreaterThan(50)
    for (const { status, booked, entryReference, endToEndId, label } of stored) {
      expect(['BOOK', 'OTHR']).toContain(status)
      expect(booked).toBe(status === 'BOOK')
      expect(entryReference === null).toBe(!booked)
      expect(endToEndId).toBeNull()
      expect(label).not.toBe('')
    }
    const open = accounts.find(({ id }) => stored.some(({ accountId, booked }) => accountId === id && !booked))
    if (!open) throw new Error('nothing open')
    const { upcoming } = await listTransactions({ userId }, open.id, {})
    expect(upcoming.every(({ status, bookingDate }) => status === 'OTHR' && bookingDate !== null)).toBe(true)
  })

  test('reads no owners, overdrafts, workspace or dateType, and each account succeeds', async () => {
    const { userId, connectionId } = await consented()
    await wire.tap()
    const { accounts } = await refreshConnection({ userId }, connectionId, presence)
    expect(accounts.every(({ state, error }) => state === 'done' && error === null)).toBe(true)
    for (const { target } of wire.sent) expect(target).not.toMatch(/owners|overdrafts|workspace|dateType|v1\.6\.2/)
  })
})

describe('the listing follows the consent', () => {
  test('what is not ticked stays in the matrix although the bank no longer lists it, and can be ticked later', async () => {
    const { visitor, userId, connectionId, ibans } = await newLinked()
    const [first = '', ...others] = ibans
    await consent(visitor, connectionId, { accounts: [{ iban: first, ...ticks }], psuIdentity: false })
    await refreshConnection({ userId }, connectionId, presence)
    const { rows, gone } = await readMatrix({ userId }, connectionId)
    expect([rows.map(({ iban }) => iban), gone]).toEqual([ibans, []])
    expect(await db().account.count({ where: { userId, kind: 'account', mayBalances: true } })).toBe(1)
    expect(await db().balance.count({ where: { userId, account: { iban: { in: others } } } })).toBe(0)
    await consent(visitor, connectionId, { accounts: ibans.map(iban => ({ iban, ...ticks })), psuIdentity: false })
    await refreshConnection({ userId }, connectionId, presence)
    expect(await db().balance.count({ where: { userId, account: { iban: others[0] ?? '' } } })).toBeGreaterThan(0)
  })

  test('an account that was ticked and is no longer listed is gone', async () => {
    const { userId, connectionId, ibans } = await consented()
    const [first = ''] = ibans
    const without = (text: string) => {
      const body: { accounts: { accountId?: { iban?: string } }[] } = JSON.parse(text)
      return JSON.stringify({ ...body, accounts: body.accounts.filter(one => one.accountId?.iban !== first) })
    }
    await wire.rewrite(isList, without)
    await refreshConnection({ userId }, connectionId, presence)
    const { rows, gone } = await readMatrix({ userId }, connectionId)
    expect(rows.map(({ iban }) => iban)).not.toContain(first)
    expect(gone).toMatchObject([{ since: expect.any(String) }])
  })

  test('a consent to the identity only lists nothing, and is not a failure', async () => {
    const { visitor, userId, connectionId, ibans } = await newLinked()
    await consent(visitor, connectionId, { accounts: [], psuIdentity: true })
    await refreshConnection({ userId }, connectionId, presence)
    expect((await readConnection({ userId }, connectionId)).psuName).not.toBeNull()
    expect((await readMatrix({ userId }, connectionId)).rows.map(({ iban }) => iban)).toEqual(ibans)
  })

  test('an earlier consent hides nothing from a new link', async () => {
    const { visitor, connectionId, ibans } = await newLinked()
    for (const accounts of [[{ iban: ibans[0] ?? '', ...ticks }], []]) {
      await consent(visitor, connectionId, { accounts, psuIdentity: true })
      const other = await newVisitor()
      const theirs = await link(other, people.camille)
      expect((await readMatrix(other, theirs)).rows.map(({ iban }) => iban)).toEqual(ibans)
      expect(await link(visitor, people.camille)).toBe(connectionId)
    }
  })

  test('the same login linked again after a narrower consent is the same connection (bank:D11)', async () => {
    const { visitor, userId, connectionId, ibans } = await newLinked()
    await consent(visitor, connectionId, { accounts: [{ iban: ibans[0] ?? '', ...ticks }], psuIdentity: false })
    expect(await link(visitor, people.camille)).toBe(connectionId)
    expect(await db().connection.count({ where: { userId } })).toBe(1)
    const { rows } = await readMatrix({ userId }, connectionId)
    expect(rows.map(({ current }) => current.balances)).toEqual(ibans.map((_, index) => index === 0))
    const progress = await refreshConnection({ userId }, connectionId, presence)
    expect(progress.accounts.every(({ state }) => state === 'done')).toBe(true)
    expect(await db().balance.count({ where: { userId } })).toBeGreaterThan(0)
  })

  test('a consent to the identity alone survives that', async () => {
    const { visitor, userId, connectionId } = await newLinked()
    await consent(visitor, connectionId, { accounts: [], psuIdentity: true })
    await wire.tap()
    expect(await link(visitor, people.camille)).toBe(connectionId)
    const sent = wire.sent.filter(({ target }) => target.endsWith('/consents'))
    expect(sent.map(({ body }) => JSON.parse(body ?? '').psuIdentity)).toEqual([false, true])
    await refreshConnection({ userId }, connectionId, presence)
    expect((await readConnection({ userId }, connectionId)).psuName).not.toBeNull()
  })

  test('a consent that this took from the bank is sent by a task if the database went away before it was', async () => {
    const { visitor, userId, connectionId } = await consented()
    const back = await goToBank(visitor, people.camille)
    await db().$executeRaw`ALTER TABLE "RateLimit" RENAME TO "Away"`
    await comeBack(back, visitor).catch(() => null)
    await db().$executeRaw`ALTER TABLE "Away" RENAME TO "RateLimit"`
    setClock(new Date(Date.now() + 31_000))
    expect((await findUnansweredConsents()).map(({ id }) => id)).toEqual([connectionId])
    await finishConsent(connectionId)
    const { accounts } = await refreshConnection({ userId }, connectionId, presence)
    expect(accounts.map(({ state, error }) => [state, error])).toEqual(accounts.map(() => ['done', null]))
  })

  test('an empty consent lists everything again and reads nothing', async () => {
    const { visitor, userId, connectionId, ibans } = await consented()
    await consent(visitor, connectionId, { accounts: [], psuIdentity: false })
    expect(await refreshConnection({ userId }, connectionId, presence)).toMatchObject({ total: 0 })
    expect((await readMatrix({ userId }, connectionId)).rows.map(({ iban }) => iban)).toEqual(ibans)
    expect(await db().transaction.count({ where: { userId } })).toBe(0)
  })
})

describe('an account the bank does not list', () => {
  test('may be named by its IBAN: the consent is sent without a listing, and the listing follows', async () => {
    const { visitor, userId, connectionId, ibans } = await newLinked()
    const [first = '', second = ''] = ibans
    // As if the second had been opened after the first consent: it is unknown here.
    await db().account.deleteMany({ where: { userId, iban: { not: first } } })
    const choice = { accounts: [first, second].map(iban => ({ iban, ...ticks })), psuIdentity: false }
    await consent(visitor, connectionId, choice)
    const named = (await readMatrix({ userId }, connectionId)).rows.find(({ iban }) => iban === second)
    expect(named).toMatchObject({ listed: false, name: '', current: { balances: true } })
    await refreshConnection({ userId }, connectionId, presence)
    const rows = (await readMatrix({ userId }, connectionId)).rows
    expect(rows.find(({ iban }) => iban === second)).toMatchObject({ listed: true, isNew: false })
    expect(await db().balance.count({ where: { userId, account: { iban: second } } })).toBeGreaterThan(0)
  })

  test('of somebody else is refused by the bank, and nothing changes (bank:D58)', async () => {
    const { userId, connectionId, ibans } = await newLinked()
    const accounts = [ibans[0] ?? '', 'FR7630006000011234567890189'].map(iban => ({ iban, ...ticks }))
    const choice = { accounts, psuIdentity: false }
    const { hash } = await compareConsent({ userId }, connectionId, choice)
    const sent = sendConsent({ userId }, connectionId, { choice, hash, version: 0 }, presence)
    await expect(sent).rejects.toMatchObject({ code: 'bank_refused', bankCode: 'NGAC' })
    expect(await db().account.count({ where: { userId, mayBalances: true } })).toBe(0)
  })

  test('can’t be named with an invalid IBAN', async () => {
    const { userId, connectionId } = await newLinked()
    const choice = { accounts: [{ iban: 'FR7630006000011234567890188', ...ticks }], psuIdentity: false }
    const fault = { code: 'invalid_input', field: 'accounts.0.iban' }
    await expect(compareConsent({ userId }, connectionId, choice)).rejects.toMatchObject(fault)
  })
})
