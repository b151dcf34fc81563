import {
  listAccounts,
  readBalances,
  readIdentity,
  readOverdrafts,
  readOwners,
  readTransactions,
} from '@guichet/stet/accounts.ts'
import type { Bank } from '@guichet/stet/bank.ts'
import { putConsent } from '@guichet/stet/consents.ts'
import type { AispToken } from '@guichet/stet/token.ts'
import { describe, expect, test } from 'vitest'
import { type Person, people } from '#testing/bank/customers.ts'
import { openBank } from '#testing/bank/open.ts'
import { linkAs, presence } from '#testing/bank/start.ts'

/** The client with the bank in v1.4.2, compared with the same customer in v1.6.2: the same data in other forms. */
const attended = { presence }
const ticks = { balances: true, transactions: true, owners: false, overdrafts: false }
const nothing = { accounts: [], psuIdentity: false }
const at = openBank()

type Linked = { readonly older: Bank; readonly newer: Bank; readonly token: AispToken; readonly ibans: string[] }

/** One grant is valid for both versions: the token endpoints have no version (§ AIS Versioning). */
async function link(person: Person): Promise<Linked> {
  const older = at.connect(person.bankCode, { version: '1.4.2' })
  const newer = at.connect(person.bankCode, { version: '1.6.2' })
  const { accessToken: token } = await linkAs(older, at.running, person)
  await putConsent(older, token, nothing, attended)
  const { accounts } = await listAccounts(older, token, attended)
  const ibans = [...new Set(accounts.flatMap(({ iban }) => (iban === null ? [] : [iban])))]
  return { older, newer, token, ibans }
}

const consentTo = (ibans: readonly string[], psuIdentity = false) => {
  return { accounts: ibans.map(iban => ({ iban, currency: null, ...ticks })), psuIdentity }
}

describe('the listing', () => {
  test('has all accounts without data before consent, and only consented ones after it (rule 2)', async () => {
    const { older, token, ibans } = await link(people.camille)
    const before = await listAccounts(older, token, attended)
    expect(before).toMatchObject({ version: '1.4.2', complete: true })
    expect(before.accounts.every(({ links, balances }) => links.size === 0 && balances === null)).toBe(true)
    await putConsent(older, token, consentTo(ibans.slice(0, 1)), attended)
    const after = await listAccounts(older, token, attended)
    expect(after.complete).toBe(false)
    expect(after.accounts.map(({ iban }) => iban)).toEqual(ibans.slice(0, 1))
    expect(after.accounts[0]?.links).toEqual(new Set(['balances', 'transactions']))
    await putConsent(older, token, nothing, attended)
    expect((await listAccounts(older, token, attended)).accounts).toHaveLength(before.accounts.length)
  })

  test('of a consent to the identity only is empty, not an error', async () => {
    const { older, token } = await link(people.camille)
    await putConsent(older, token, { accounts: [], psuIdentity: true }, attended)
    expect(await listAccounts(older, token, attended)).toMatchObject({ accounts: [], complete: false })
    expect((await readIdentity(older, token, attended))?.fullName).toMatch(/BERNARD/i)
  })

  test('has no currency accounts, and no features in its details', async () => {
    const { older, newer, token, ibans } = await link(people.julien)
    await putConsent(older, token, consentTo(ibans), attended)
    const { accounts } = await listAccounts(older, token, attended)
    expect(accounts.every(({ currency, features }) => currency === 'EUR' && features.length === 0)).toBe(true)
    const known = (await listAccounts(newer, token, attended)).accounts
    expect(known.some(({ currency }) => currency !== 'EUR')).toBe(true)
  })
})

test('a consent can be sent without a listing if the IBANs are known (§ AIS Consent)', async () => {
  const { ibans } = await link(people.camille)
  const again = at.connect(people.camille.bankCode, { version: '1.4.2' })
  const { accessToken } = await linkAs(again, at.running, people.camille)
  await putConsent(again, accessToken, consentTo(ibans), attended)
  expect((await listAccounts(again, accessToken, attended)).accounts.map(({ iban }) => iban)).toEqual(ibans)
})

test('a card’s outstandings are the same amounts in both versions, inline or requested', async () => {
  const { older, newer, token, ibans } = await link(people.sophie)
  await putConsent(older, token, consentTo(ibans), attended)
  const inOld = (await listAccounts(older, token, attended)).accounts.find(({ kind }) => kind === 'card')
  const inNew = (await listAccounts(newer, token, attended)).accounts.find(({ kind }) => kind === 'card')
  if (!inOld || !inNew) throw new Error('no card')
  const money = (list: readonly { type: string; amount: { amountMinor: bigint } }[] | null) =>
    (list ?? []).map(({ type, amount }) => `${type} ${amount.amountMinor}`).sort()
  const asked = await readBalances(older, token, { account: inOld.resourceId, kind: 'card' }, attended)
  expect(money(inOld.balances)).toEqual(money(inNew.balances))
  expect(money(asked.balances)).toEqual(money(inNew.balances))
  expect(asked.balances.every(({ amount }) => amount.amountMinor <= 0n)).toBe(true)
  expect(asked.balances.map(({ type }) => type).sort()).toEqual(['ITAV', 'ITAV', 'PRCD'])
})

test('booked transactions are the same; others are OTHR, without reference, with their day', async () => {
  const { older, newer, token, ibans } = await link(people.camille)
  await putConsent(older, token, consentTo(ibans), attended)
  const [account] = (await listAccounts(older, token, attended)).accounts
  const read = async (bank: Bank) => {
    const pages = []
    for await (const page of readTransactions(bank, token, { account: account?.resourceId ?? '' }, attended)) {
      const { transactions: lines, unreadable } = await page.read()
      expect(unreadable).toEqual([])
      pages.push(...lines)
    }
    return pages
  }
  const [old, fresh] = [await read(older), await read(newer)]
  const booked = (lines: typeof old) =>
    lines
      .filter(({ status }) => status === 'BOOK')
      .map(line => `${line.entryReference} ${line.amount.amountMinor} ${line.remittance}`)
  expect(booked(old)).toEqual(booked(fresh))
  expect(old.every(({ endToEndId }) => endToEndId === null)).toBe(true)
  const open = old.filter(({ status }) => status !== 'BOOK')
  expect(open.length).toBe(fresh.filter(({ status }) => status !== 'BOOK').length)
  for (const line of open) {
    expect(line).toMatchObject({ status: 'OTHR', entryReference: null, expectedBookingDate: null })
    expect(line.bookingDate).not.toBeNull()
  }
})

test('owners and overdrafts are not requested: the version has no such path', async () => {
  const { older, token, ibans } = await link(people.lea)
  await putConsent(older, token, consentTo(ibans), attended)
  const [account] = (await listAccounts(older, token, attended)).accounts
  for (const read of [readOwners, readOverdrafts]) {
    const asked = read(older, token, account?.resourceId ?? '', attended)
    await expect(asked).rejects.toMatchObject({ kind: 'unsupported', sent: 'no' })
  }
})
