import {
  listAccounts,
  type ParsedTransactions,
  readBalances,
  readIdentity,
  readOverdrafts,
  readOwners,
  readTransactions,
  type TransactionsPage,
} from '@guichet/stet/accounts.ts'
import type { CallRecord } from '@guichet/stet/call.ts'
import { type ConsentToSend, putConsent } from '@guichet/stet/consents.ts'
import { authorizeUrl } from '@guichet/stet/oauth.ts'
import type { BankTransaction, ListedAccount } from '@guichet/stet/terms/account-data.ts'
import type { AccountChoice } from '@guichet/stet/terms/consent-choice.ts'
import { describe, expect, test } from 'vitest'
import { type Person, people } from '#testing/bank/customers.ts'
import { openBank } from '#testing/bank/open.ts'
import { authorizeAs } from '#testing/bank/screens.ts'
import { linkAs, presence } from '#testing/bank/start.ts'

const attended = { presence }
const _unattended = { presence: null }
const everything = { balances: true, transactions: true, owners: true, overdrafts: true }
const calls: CallRecord[] = []
const at = openBank()
const bankOf = (person: Person) => at.connect(person.bankCode, { onCall: call => calls.push(call) })

async function link(person: Person) {
  const bank = bankOf(person)
  const tokens = await linkAs(bank, at.running, person)
  return { bank, tokens, token: tokens.accessToken }
}

function choose(
  accounts: readonly ListedAccount[],
  choice: Omit<AccountChoice, 'iban'>,
  psuIdentity = true,
): ConsentToSend {
  const currencies = new Map(accounts.flatMap(({ iban, currency }) => (iban === null ? [] : [[iban, currency]])))
  return { accounts: [...currencies].map(([iban, currency]) => ({ iban, currency, ...choice })), psuIdentity }
}

/** Links, consents to everything, and lists again. */
async function open(person: Person) {
  const linked = await link(person)
  const before = await listAccounts(linked.bank, linked.token, attended)
  await putConsent(linked.bank, linked.token, choose(before.accounts, everything), attended)
  const { accounts } = await listAccounts(linked.bank, linked.token, attended)
  return { ...linked, before: before.accounts, accounts }
}

async function collect(
  pages: AsyncIterable<TransactionsPage>,
): Promise<{ pages: (TransactionsPage & ParsedTransactions)[]; lines: BankTransaction[] }> {
  const all: (TransactionsPage & ParsedTransactions)[] = []
  for await (const page of pages) all.push({ ...page, ...(await page.read()) })
  return { pages: all, lines: all.flatMap(page => page.transactions) }
}

describe('one person, from authorization to the last endpoint', () => {
  test('Léa: nothing before consent, everything after, nothing after its withdrawal', async () => {
    const { bank, token, before, accounts } = await open(people.lea)
    expect(before).toHaveLength(1)
    expect(before[0]).toMatchObject({ kind: 'account', balances: null, links: new Set(), currency: 'EUR' })
    const [account] = accounts
    if (account === undefined) throw new Error('no account')
    expect(account.links).toEqual(new Set(['balances', 'transactions', 'owners', 'overdrafts']))
    expect(account.balances?.length).toBeGreaterThan(0)
    expect(account.iban).toMatch(/^FR\d{2}19870/)

    const { balances, unreadable } = await readBalances(
      bank,
      token,
      { account: account.resourceId, kind: 'account' },
      attended,
    )
    expect(unreadable).toEqual([])
    expect(balances.map(({ type }) => type)).toContain('OTHR')
    expect((await readOwners(bank, token, account.resourceId, attended))?.persons.length).toBeGreaterThan(0)
    expect(await readOverdrafts(bank, token, account.resourceId, attended)).not.toBeUndefined()
    expect((await readIdentity(bank, token, attended))?.fullName).toMatch(/MOREAU/i)
    const { lines } = await collect(readTransactions(bank, token, { account: account.resourceId }, attended))
    expect(lines.length).toBeGreaterThan(20)
    expect(new Set(lines.map(({ resourceId }) => resourceId)).size).toBe(lines.length)

    await putConsent(bank, token, { accounts: [], psuIdentity: false }, attended)
    await expect(
      readBalances(bank, token, { account: account.resourceId, kind: 'account' }, attended),
    ).rejects.toMatchObject({
      status: 403,
      code: 'NGAC',
    })
    await expect(readIdentity(bank, token, attended)).rejects.toMatchObject({ kind: 'status', status: 403 })
    expect((await listAccounts(bank, token, attended)).accounts[0]).toMatchObject({ balances: null, links: new Set() })
  })

  test('consent is per kind: what is not ticked is refused', async () => {
    const { bank, token } = await link(people.camille)
    const { accounts } = await listAccounts(bank, token, attended)
    expect(accounts.length).toBeGreaterThan(1)
    await putConsent(
      bank,
      token,
      choose(accounts, { ...everything, transactions: false, owners: false }, false),
      attended,
    )
    const [account] = (await listAccounts(bank, token, attended)).accounts
    if (account === undefined) throw new Error('no account')
    expect(account.links).toEqual(new Set(['balances', 'overdrafts']))
    await expect(
      readBalances(bank, token, { account: account.resourceId, kind: 'account' }, attended),
    ).resolves.toBeDefined()
    await expect(readOwners(bank, token, account.resourceId, attended)).rejects.toMatchObject({ code: 'NGAC' })
    await expect(
      collect(readTransactions(bank, token, { account: account.resourceId }, attended)),
    ).rejects.toMatchObject({
      code: 'NGAC',
    })
  })

  test('Sophie: her deferred-debit card is listed beside its account, and read under its own id', async () => {
    const { bank, token, before, accounts } = await open(people.sophie)
    expect(before.some(({ kind }) => kind === 'card')).toBe(false)
    const card = accounts.find(({ kind }) => kind === 'card')
    if (card === undefined) throw new Error('no card')
    expect(accounts.map(({ resourceId }) => resourceId)).toContain(card.linkedResourceId)
    expect(card.cardId).not.toBeNull()
    const { balances } = await readBalances(bank, token, { account: card.resourceId, kind: 'card' }, attended)
    expect(balances.length).toBeGreaterThan(0)
    for (const { type, amount } of balances) {
      expect(['ITAV', 'PRCD']).toContain(type)
      expect(amount.amountMinor).toBeLessThanOrEqual(0n)
    }
    const { lines } = await collect(readTransactions(bank, token, { account: card.resourceId }, attended))
    expect(lines.length).toBeGreaterThan(0)
  })

  test('Julien: two currencies on one IBAN, one balance for the dollars', async () => {
    const { bank, token, accounts } = await open(people.julien)
    const dollars = accounts.find(({ currency }) => currency === 'USD')
    const euros = accounts.find(({ currency, kind }) => currency === 'EUR' && kind === 'account')
    if (dollars === undefined) throw new Error('no USD account')
    expect(euros?.iban).toBe(dollars.iban)
    const { balances } = await readBalances(bank, token, { account: dollars.resourceId, kind: 'account' }, attended)
    expect(balances).toMatchObject([{ type: 'OTHR', amount: { currency: 'USD' } }])
  })

  test('Inès: an account without a transaction gives an empty list', async () => {
    const { bank, token, accounts } = await open(people.ines)
    const { lines } = await collect(readTransactions(bank, token, { account: accounts[0]?.resourceId ?? '' }, attended))
    expect(lines).toEqual([])
  })
})

describe('pages', () => {
  test('Monique: 45 accounts, each once, also by the links of the bank', async () => {
    const { bank, token } = await link(people.monique)
    const list = await listAccounts(bank, token, attended)
    expect(list.accounts.filter(({ kind }) => kind === 'account')).toHaveLength(45)
    expect(new Set(list.accounts.map(({ resourceId }) => resourceId)).size).toBe(list.accounts.length)
    expect(list.pages).toBe(3)
    await putConsent(bank, token, choose(list.accounts, everything), attended)
    const { accounts, links } = await listAccounts(bank, token, attended)
    const resourceId = accounts.at(-1)?.resourceId ?? ''
    const href = links.get(resourceId)?.balances ?? ''
    await expect(
      readBalances(bank, token, { account: { resourceId, href }, kind: 'account' }, attended),
    ).resolves.toBeDefined()
  })

  test('Antoine: 20,000 transactions of 90 days, in order, none twice, none unreadable', async () => {
    const { bank, token, accounts } = await open(people.antoine)
    const account = accounts.find(({ kind }) => kind === 'account')
    const { pages, lines } = await collect(
      readTransactions(bank, token, { account: account?.resourceId ?? '' }, attended),
    )
    expect(lines.length).toBeGreaterThanOrEqual(20_000)
    expect(new Set(lines.map(({ resourceId }) => resourceId)).size).toBe(lines.length)
    expect(pages.flatMap(({ unreadable }) => unreadable)).toEqual([])
    expect(pages.map(({ page }) => page)).toEqual(pages.map((_, index) => index + 1))
    expect(pages[0]?.pageCount).toBe(pages.length)
  })

  test('filters: dates from inclusive to exclusive, and after an entryReference', async () => {
    const { bank, token, accounts } = await open(people.karim)
    const resourceId = accounts[0]?.resourceId ?? ''
    const { lines } = await collect(readTransactions(bank, token, { account: resourceId }, attended))
    const booked = lines.filter(({ status }) => status === 'BOOK')
    const days = [...new Set(booked.flatMap(({ bookingDate }) => bookingDate ?? []))].sort()
    const [dateFrom, dateTo] = [days[3] ?? '', days[8] ?? '']
    const between = await collect(readTransactions(bank, token, { account: resourceId, dateFrom, dateTo }, attended))
    const expected = lines.filter(({ bookingDate, expectedBookingDate }) => {
      const day = bookingDate ?? expectedBookingDate ?? ''
      return day >= dateFrom && day < dateTo
    })
    expect(between.lines.map(({ resourceId: id }) => id).sort()).toEqual(
      expected.map(({ resourceId: id }) => id).sort(),
    )
    expect(between.lines.length).toBeGreaterThan(0)
    const references = booked.flatMap(({ entryReference }) => entryReference ?? []).sort()
    const entryReferenceFrom = references[Math.floor(references.length / 2)] ?? ''
    const after = await collect(readTransactions(bank, token, { account: resourceId, entryReferenceFrom }, attended))
    expect(after.lines.every(({ entryReference }) => (entryReference ?? '') > entryReferenceFrom)).toBe(true)
    expect(after.lines.length).toBe(references.filter(reference => reference > entryReferenceFrom).length)
  })
})

describe('refusals keep their code', () => {
  test('unknown account AC01, invalid dates ENDE, an unknown page IPGN', async () => {
    const { bank, token, accounts } = await open(people.lea)
    await expect(readBalances(bank, token, { account: 'UNKNOWN-1', kind: 'account' }, attended)).rejects.toMatchObject({
      status: 404,
      code: 'AC01',
    })
    const resourceId = accounts[0]?.resourceId ?? ''
    const badDates = collect(readTransactions(bank, token, { account: resourceId, dateFrom: '2026-02-30' }, attended))
    await expect(badDates).rejects.toMatchObject({ status: 400, code: 'ENDE' })
    const href = `/stet/psd2/v1.6.2/accounts/${resourceId}/transactions?page=9999`
    const badPage = collect(readTransactions(bank, token, { account: { resourceId, href } }, attended))
    await expect(badPage).rejects.toMatchObject({ status: 400, code: 'IPGN' })
  })

  test('the person refuses: access_denied is returned with our state', async () => {
    const bank = bankOf(people.lea)
    const redirectUri = `${at.running.tppOrigin}/callback/19870`
    const url = authorizeUrl(bank, { redirectUri, scope: 'aisp', state: 'state-1', codeChallenge: 'x'.repeat(43) })
    const callback = await authorizeAs(people.lea, url, 'refuse')
    expect(callback.href.startsWith(redirectUri)).toBe(true)
    expect(Object.fromEntries(callback.searchParams)).toMatchObject({ error: 'access_denied', state: 'state-1' })
  })
})

test('every call is recorded with its answer, and no record contains a secret', () => {
  expect(calls.length).toBeGreaterThan(100)
  expect(calls.every(({ requestId, path }) => requestId !== '' && path.startsWith('/stet/'))).toBe(true)
  expect(new Set(calls.map(({ requestId }) => requestId)).size).toBeGreaterThan(calls.length - 3)
  expect(JSON.stringify(calls)).not.toMatch(/Bearer|refresh_token=|code=/)
})
