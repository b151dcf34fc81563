import { beforeEach, expect, test } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { aBank } from '#testing/bank/of-directory.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { aConnection, anAccount } from '#testing/people/an-account.ts'
import { codeOf } from '#testing/refusal-of.ts'
import { categoriseNew } from './categorise.ts'
import { readInsights } from './insights.ts'
import { countSuggested, decideOwnTransfer, listSuggested, readOwnTransfer } from './own-transfer.ts'
import { findAccounts } from './view.ts'

let userId: string
let current: string
let joint: string

const open = async (name: string, iban: string | null, currency = 'EUR') =>
  anAccount({
    userId,
    connectionId: await aConnection(userId),
    resourceId: name,
    name,
    iban,
    currency,
    lastSyncedAt: new Date(),
  })

beforeEach(async () => {
  setClock(new Date('2026-11-21T10:00:00Z'))
  await aBank()
  userId = (await aPerson()).userId
  current = await open('Compte', null)
  joint = await open('Commun', 'FR7619870000010004711000138')
})

type Row = { readonly key: string; readonly label: string; readonly minor: number; readonly day?: string }

async function store(accountId: string, ...rows: readonly Row[]): Promise<void> {
  const code = (minor: number) => ({
    codeDomain: 'PMNT',
    codeFamily: minor < 0 ? 'ICDT' : 'RCDT',
    codeSubFamily: 'ESCT',
  })
  await db().transaction.createMany({
    data: rows.map(({ key, label, minor, day = '2026-11-10' }) => {
      const text = { label, remittance: [label], searchText: label.toLowerCase() }
      const facts = { booked: true, status: 'BOOK', amountMinor: BigInt(minor), currency: 'EUR', day: new Date(day) }
      return { userId, accountId, key, ...text, ...facts, ...code(minor) }
    }),
  })
  await categoriseNew(userId)
}

const [rent, benefit] = [
  { key: 'r', label: 'VIR SEPA EMIS MARTIN', minor: -50_000 },
  { key: 'b', label: 'VIR SEPA RECU CAF', minor: 50_000, day: '2026-11-12' },
]
const ofRent = () => ({ accountId: current, key: 'r' })
const ofBenefit = () => ({ accountId: joint, key: 'b' })
const spent = async () => (await readInsights({ userId })).totals
const keysOf = async (line: { accountId: string; key: string }) => {
  const state = await readOwnTransfer({ userId }, line)
  return {
    paired: state?.paired?.key ?? null,
    suggested: state?.suggested?.key ?? null,
    others: state?.others.map(({ key }) => key),
    isApart: state?.isApart,
  }
}
const nothing = { paired: null, suggested: null, others: [], isApart: false }

test('without evidence it is a suggestion, which counts as spending and income until it is confirmed', async () => {
  await store(current, rent)
  await store(joint, benefit)
  expect(await spent()).toMatchObject({ in: '500.00', out: '-500.00' })
  expect(await readOwnTransfer({ userId }, ofRent())).toMatchObject({
    suggested: { key: 'b', accountName: 'Commun', day: '2026-11-12', amount: { amount: '500.00', currency: 'EUR' } },
  })
  expect(await keysOf(ofBenefit())).toEqual({ ...nothing, suggested: 'r' })
  await decideOwnTransfer({ userId }, ofRent(), ofBenefit())
  expect(await spent()).toMatchObject({ in: '0.00', out: '0.00' })
  expect([await keysOf(ofRent()), await keysOf(ofBenefit())]).toEqual([
    { ...nothing, paired: 'b' },
    { ...nothing, paired: 'r' },
  ])
})

test('dismissed it is not suggested on either side, and can still be made by hand', async () => {
  await store(current, rent)
  await store(joint, benefit)
  await decideOwnTransfer({ userId }, ofRent(), null)
  expect(await keysOf(ofRent())).toEqual({ ...nothing, others: ['b'], isApart: true })
  expect(await keysOf(ofBenefit())).toEqual({ ...nothing, others: ['r'] })
  expect(await spent()).toMatchObject({ in: '500.00', out: '-500.00' })
  await decideOwnTransfer({ userId }, ofBenefit(), ofRent())
  expect(await keysOf(ofRent())).toEqual({ ...nothing, paired: 'b' })
})

test('a pair with evidence that a person split stays split, and its other half may find another', async () => {
  await store(current, { ...rent, label: 'VIR VERS COMPTE COMMUN' })
  await store(joint, { ...benefit, label: 'VIR SEPA RECU' })
  expect(await keysOf(ofBenefit())).toEqual({ ...nothing, paired: 'r' })
  await decideOwnTransfer({ userId }, ofRent(), null)
  await store(current, { key: 'x', label: 'CARTE', minor: -500 })
  expect(await keysOf(ofRent())).toEqual({ ...nothing, others: ['b'], isApart: true })
  expect(await spent()).toMatchObject({ in: '500.00', out: '-505.00' })
  await store(current, { ...rent, key: 'y', label: 'VIR VERS COMPTE COMMUN' })
  await db().transaction.updateMany({ where: { userId, key: 'b' }, data: { category: null } })
  await categoriseNew(userId)
  expect(await keysOf(ofBenefit())).toEqual({ ...nothing, paired: 'y' })
})

test('by hand: the opposite amount or another currency within ten days, of another account, nearest first', async () => {
  await store(current, { ...rent, day: '2026-11-10' })
  const received = { ...benefit, day: '2026-11-02' }
  await store(
    joint,
    { ...received, key: 'near' },
    { ...received, key: 'far', day: '2026-11-20' },
    { ...received, key: 'beyond', day: '2026-11-21' },
    { ...received, key: 'cent', minor: 50_001 },
    { ...received, key: 'out', minor: -50_000 },
  )
  await store(current, { ...received, key: 'same account' })
  await store(joint, { ...received, key: 'usd', minor: 54_000, day: '2026-11-10' })
  await db().transaction.updateMany({ where: { userId, key: 'usd' }, data: { currency: 'USD' } })
  expect(await keysOf(ofRent())).toEqual({ ...nothing, others: ['near', 'far', 'usd'] })
  expect(await codeOf(decideOwnTransfer({ userId }, ofRent(), { accountId: joint, key: 'cent' }))).toBe('invalid_input')
  await decideOwnTransfer({ userId }, ofRent(), { accountId: joint, key: 'usd' })
  expect(await keysOf(ofRent())).toEqual({ ...nothing, paired: 'usd' })
  expect(await codeOf(decideOwnTransfer({ userId }, ofRent(), { accountId: joint, key: 'near' }))).toBe('invalid_input')
})

test('by hand: euros and dollars of one IBAN are two accounts, two logins of one are none', async () => {
  const iban = 'FR7619870000010004711000138'
  const [dollars, again] = [await open('Dollars', iban, 'USD'), await open('Commun bis', iban)]
  await store(joint, rent)
  await store(dollars, { ...benefit, minor: 54_000 })
  await db().transaction.updateMany({ where: { userId, accountId: dollars }, data: { currency: 'USD' } })
  await store(again, { ...benefit, key: 'same' })
  const debit = { accountId: joint, key: 'r' }
  expect(await keysOf(debit)).toEqual({ ...nothing, others: ['b'] })
  await decideOwnTransfer({ userId }, debit, { accountId: dollars, key: 'b' })
  expect(await keysOf(debit)).toEqual({ ...nothing, paired: 'b' })
})

test('both rows of an account of two logins are paired and split together', async () => {
  const again = await open('Commun bis', 'FR7619870000010004711000138')
  await store(joint, benefit)
  await store(again, benefit)
  await store(current, rent)
  await decideOwnTransfer({ userId }, ofRent(), { accountId: again, key: 'b' })
  const halves = { where: { userId, pairAccountId: { not: null } } }
  expect(await db().transaction.count(halves)).toBe(3)
  expect(await spent()).toMatchObject({ in: '0.00', out: '0.00' })
  await decideOwnTransfer({ userId }, ofBenefit(), null)
  expect(await db().transaction.count(halves)).toBe(0)
  expect(await spent()).toMatchObject({ in: '500.00', out: '-500.00' })
})

test('somebody else’s, an unknown one and what is not booked', async () => {
  await store(current, rent)
  await store(joint, benefit)
  const other = (await aPerson()).userId
  expect(await codeOf(readOwnTransfer({ userId: other }, ofRent()))).toBe('not_found')
  expect(await codeOf(decideOwnTransfer({ userId: other }, ofRent(), null))).toBe('not_found')
  expect(await codeOf(readOwnTransfer({ userId }, { accountId: current, key: 'none' }))).toBe('not_found')
  await db().transaction.updateMany({ where: { userId, key: 'r' }, data: { booked: false, status: 'PDNG' } })
  expect(await readOwnTransfer({ userId }, ofRent())).toBeNull()
  expect(await keysOf(ofBenefit())).toEqual(nothing)
})

test('suggestions are a list to work through, each once: of an account of two logins, and until it is decided', async () => {
  const again = await open('Commun bis', 'FR7619870000010004711000138')
  const older = { day: '2026-09-10' }
  await store(current, rent, { ...rent, key: 'old', ...older }, { ...rent, key: 'alone', minor: -777 })
  for (const id of [joint, again]) await store(id, benefit, { ...benefit, key: 'then', ...older })
  const keys = async () => (await listSuggested({ userId })).map(({ from, to }) => `${from.key} ${to.key}`)
  const count = async () => countSuggested(userId, await findAccounts({ userId }, {}))
  expect([await keys(), await count()]).toEqual([['r b', 'old then'], 1])
  const [newest] = await listSuggested({ userId })
  await decideOwnTransfer({ userId }, ofRent(), newest?.to ?? null)
  expect([await keys(), await count()]).toEqual([['old then'], 0])
  await decideOwnTransfer({ userId }, { accountId: current, key: 'old' }, null)
  expect(await keys()).toEqual([])
  expect(await spent()).toMatchObject({ in: '0.00', out: '-7.77' })
})

test('nothing is counted as suggested before the first reading of a new account, nor what is only not paired yet', async () => {
  await store(current, rent)
  await store(joint, benefit)
  const count = async () => countSuggested(userId, await findAccounts({ userId }, {}))
  const fresh = await open('Nouveau', null)
  const set = (data: object) => db().account.updateMany({ where: { id: fresh, userId }, data })
  const states = [
    [{ lastSyncedAt: null }, 0],
    [{ syncState: 'running' }, 0],
    [{ syncState: 'done' }, 0],
    [{ mayTransactions: false }, 1],
    [{ mayTransactions: true, lastSyncedAt: new Date() }, 1],
    [{ lastSyncedAt: null, gone: true }, 1],
  ] as const
  for (const [data, expected] of states) {
    await set(data)
    expect([data, await count()]).toEqual([data, expected])
  }
  // Stored by a reading that has just ended: an own transfer by its text.
  await set({ lastSyncedAt: new Date(), gone: false })
  const own = { booked: true, status: 'BOOK', currency: 'EUR', day: new Date('2026-11-15'), codeDomain: 'PMNT' }
  const half = (accountId: string, minor: bigint) => {
    const text = { label: 'VIREMENT INTERNE', remittance: [], searchText: 'virement interne', codeSubFamily: 'ESCT' }
    return {
      userId,
      accountId,
      key: 'own',
      amountMinor: minor,
      codeFamily: minor < 0 ? 'ICDT' : 'RCDT',
      ...own,
      ...text,
    }
  }
  await db().transaction.createMany({ data: [half(current, -7_000n), half(fresh, 7_000n)] })
  expect(await count()).toBe(1)
})

test('the debit of a card can be split from it, counts then, and is put back', async () => {
  const { connectionId } = await db().account.findFirstOrThrow({ where: { id: current } })
  const what = { resourceId: 'card', name: 'VISA', kind: 'card' as const, currency: 'EUR', cashAccountType: 'CARD' }
  const of = { userId, connectionId, linkedResourceId: 'Compte', features: [], mayTransactions: true }
  const { id: card } = await db().account.create({ data: { ...of, ...what } })
  await store(card, { key: 'slip', label: 'CARTE LIDL', minor: -3_000 })
  await store(current, { key: 'debit', label: 'FACTURE CARTE VISA', minor: -3_000 })
  await db().transaction.updateMany({
    where: { key: 'debit' },
    data: { codeFamily: 'CCRD', codeSubFamily: 'POSD', category: null },
  })
  await categoriseNew(userId)
  const debit = { accountId: current, key: 'debit' }
  const state = async () => (await readOwnTransfer({ userId }, debit))?.settles
  expect([await state(), (await spent()).out]).toEqual([{ accountId: card, name: 'VISA', isPaired: true }, '-30.00'])
  await decideOwnTransfer({ userId }, debit, null)
  await db().transaction.updateMany({ where: { key: 'debit' }, data: { category: null } })
  await categoriseNew(userId)
  expect([await state(), (await spent()).out]).toEqual([{ accountId: card, name: 'VISA', isPaired: false }, '-60.00'])
  await decideOwnTransfer({ userId }, debit, { accountId: card, key: '' })
  expect([await state(), (await spent()).out]).toEqual([{ accountId: card, name: 'VISA', isPaired: true }, '-30.00'])
})
