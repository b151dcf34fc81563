import { randomUUID } from 'node:crypto'
import { addMonths } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { now, setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { noFilter } from '#lib/domain/accounts/transaction-query.ts'
import { listBudgets, setBudget } from '#lib/services/accounts/budgets.ts'
import { refileTransaction } from '#lib/services/accounts/categories.ts'
import { readAccount } from '#lib/services/accounts/read.ts'
import { disconnect } from '#lib/services/connections/disconnect.ts'
import { eraseEverything } from '#lib/services/data-rights/erase-everything.ts'
import { readHome } from '#lib/services/home/read.ts'
import { refreshConnection } from '#lib/services/refresh/connection.ts'
import { listSharedTransactions, listTransactions, searchTransactions } from '#lib/services/transactions/list.ts'
import { aBank } from '#testing/bank/of-directory.ts'
import { presence } from '#testing/bank/start.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { aConnection, anAccount } from '#testing/people/an-account.ts'
import { openMailbox, sendDueMails } from '#testing/stack/mailbox.ts'
import { answerInvitation, invite, readHouseholdInvitation, withdrawInvitation } from './invitations.ts'
import { listShared, listSharedNames, readShared } from './shared-accounts.ts'
import { readSharedBudgets } from './shared-budgets.ts'
import { changeShares, endShare, findReadableAccounts, leaveHousehold, listLookers, readHousehold } from './sharing.ts'

type Person = { userId: string; email: string; connectionId: string; accountId: string; secretId: string }

const mailbox = openMailbox()

beforeAll(() => aBank())

/** Somebody with two accounts, each with a balance and one transaction. */
async function newPerson(name = 'Someone'): Promise<Person> {
  const { userId, email } = await aPerson({ name })
  const connectionId = await aConnection(userId)
  const [accountId, secretId] = [await newAccount(userId, connectionId, 0), await newAccount(userId, connectionId, 1)]
  return { userId, email, connectionId, accountId, secretId }
}

async function newAccount(userId: string, connectionId: string, ordinal: number): Promise<string> {
  const named = { resourceId: `r${ordinal}`, name: `Account ${ordinal}`, iban: `FR76198700000100000${ordinal}00138` }
  const read = { lastSyncedAt: new Date(), syncState: 'done' } as const
  const id = await anAccount({ userId, connectionId, ordinal, ...named, ...read })
  const money = { amountMinor: 12_345n, currency: 'EUR' }
  const balance = { type: 'CLBD', name: 'Booked', readAt: new Date(), referenceDate: new Date('2026-11-20') }
  await db().balance.create({ data: { userId, accountId: id, ...money, ...balance } })
  for (const [key, booked] of [
    ['1', true],
    ['2', false],
  ] as const) {
    const line = { key, booked, status: booked ? 'BOOK' : 'PDNG', day: new Date('2026-11-20'), remittance: [] }
    const [category, ruleId, pairAccountId] = [randomUUID(), randomUUID(), randomUUID()]
    const filed = { category, categorySource: 'rule' as const, ruleId, pairAccountId }
    const said = { label: `Line ${ordinal} of it`, searchText: `line ${ordinal} of it` }
    await db().transaction.create({ data: { userId, accountId: id, ...money, ...line, ...filed, ...said } })
  }
  return id
}

const linkMailedTo = ({ email }: { email: string }) => mailbox.lastTo(email, /token=([\w-]{43})/)

async function moveIn(host: Person, guest: Person): Promise<void> {
  await invite(host, guest.email)
  await answerInvitation(guest, await linkMailedTo(guest), true)
}

const fresh = () => ({ authenticatedAt: now() })

type Level = 'none' | 'balances' | 'transactions'
const share = (owner: Person, viewer: Person, level: Level, signed = fresh()) =>
  changeShares(owner, viewer.userId, { shares: [{ accountId: owner.accountId, level }] }, signed)

/** Two people of one household, the first of whom shares an account with the other at that level. */
async function household(level?: Level) {
  const [camille, thomas] = [await newPerson('Camille'), await newPerson('Thomas')]
  await moveIn(camille, thomas)
  if (level) await share(camille, thomas, level)
  return { camille, thomas }
}

const idsSeenBy = async ({ userId }: Person) => (await listShared({ userId })).map(({ id }) => id)
const search = (viewer: Person, ...accounts: string[]) => searchTransactions(viewer, { ...noFilter, accounts })
const refusal = (code: string, field?: string) => expect.objectContaining(field ? { code, field } : { code })

describe('an invitation', () => {
  test('is shown at home to whoever has confirmed its address, and answered there', async () => {
    const [camille, thomas, other] = [await newPerson('Camille'), await newPerson('Thomas'), await newPerson()]
    const { id } = await invite(camille, thomas.email)
    const invitedAtHome = async ({ userId }: Person) =>
      (await readHome({ userId })).attention.map(({ kind, name, invitationId }) => [kind, name, invitationId])
    expect(await invitedAtHome(thomas)).toEqual([['household_invitation', 'Camille', id]])
    expect(await invitedAtHome(other)).toEqual([])
    await expect(readHouseholdInvitation(other, id)).rejects.toEqual(refusal('not_found'))
    await expect(answerInvitation(other, id, true)).rejects.toEqual(refusal('not_found'))

    const setVerified = (emailVerifiedAt: Date | null) =>
      db().user.update({ where: { id: thomas.userId }, data: { emailVerifiedAt } })
    await setVerified(null)
    expect(await invitedAtHome(thomas)).toEqual([])
    await expect(readHouseholdInvitation(thomas, id)).rejects.toEqual(refusal('not_found'))
    await expect(answerInvitation(thomas, id, true)).rejects.toEqual(refusal('not_found'))

    await setVerified(now())
    expect(await readHouseholdInvitation(thomas, id)).toMatchObject({ inviterName: 'Camille', forMe: true })
    await answerInvitation(thomas, id, true)
    expect((await readHousehold(camille)).members).toMatchObject([{ name: 'Thomas' }])
    expect(await invitedAtHome(thomas)).toEqual([])
  })

  test('comes by mail, is answered by the address it was sent to, and shows nothing by itself', async () => {
    const [camille, thomas, other] = [await newPerson('Camille'), await newPerson('Thomas'), await newPerson()]
    expect(await invite(camille, ` ${thomas.email.toUpperCase()} `)).toEqual({ id: expect.any(String) })
    expect((await readHousehold(camille)).invitations).toMatchObject([{ state: 'open', mail: 'due' }])
    const token = await linkMailedTo(thomas)
    expect((await readHousehold(camille)).invitations).toMatchObject([{ state: 'open', mail: 'sent' }])
    expect(await readHouseholdInvitation(thomas, token)).toMatchObject({
      inviterName: 'Camille',
      state: 'open',
      forMe: true,
    })
    expect(await readHouseholdInvitation(other, token)).toMatchObject({ forMe: false })
    await expect(answerInvitation(other, token, true)).rejects.toEqual(refusal('not_found'))
    await answerInvitation(thomas, token, true)
    await expect(answerInvitation(thomas, token, true)).rejects.toEqual(refusal('not_found'))
    expect((await readHousehold(camille)).members).toMatchObject([{ name: 'Thomas', given: [], received: [] }])
    expect((await readHousehold(thomas)).members).toMatchObject([{ name: 'Camille' }])
    expect(await listShared(thomas)).toEqual([])
    const { tokenHash } = await db().householdInvitation.findFirstOrThrow({ where: { email: thomas.email } })
    expect(tokenHash).not.toBe(token)
  })

  test('ends after seven days, when it is withdrawn, and when it is sent again', async () => {
    const [camille, thomas] = [await newPerson(), await newPerson()]
    const { id } = await invite(camille, thomas.email)
    const first = await linkMailedTo(thomas)
    await invite(camille, thomas.email)
    await expect(answerInvitation(thomas, first, true)).rejects.toEqual(refusal('not_found'))
    await expect(withdrawInvitation(camille, id)).rejects.toEqual(refusal('not_found'))
    const [open] = (await readHousehold(camille)).invitations
    const second = await linkMailedTo(thomas)
    setClock(new Date(Date.now() + 7 * 86_400_000 + 1))
    await expect(answerInvitation(thomas, second, true)).rejects.toEqual(refusal('not_found'))
    setClock(null)
    await expect(withdrawInvitation(thomas, open?.id ?? '')).rejects.toEqual(refusal('not_found'))
    await withdrawInvitation(camille, open?.id ?? '')
    await expect(answerInvitation(thomas, second, true)).rejects.toEqual(refusal('not_found'))
    expect((await readHouseholdInvitation(thomas, second)).state).toBe('withdrawn')
    await expect(readHouseholdInvitation(thomas, 'x'.repeat(43))).rejects.toEqual(refusal('not_found'))
  })

  test('if declined, nobody joins, and the inviter sees it', async () => {
    const [camille, thomas] = [await newPerson(), await newPerson()]
    await invite(camille, thomas.email)
    await answerInvitation(thomas, await linkMailedTo(thomas), false)
    expect(await readHousehold(camille)).toMatchObject({ members: [], invitations: [{ state: 'declined' }] })
    expect(await db().householdMember.count({ where: { userId: thomas.userId } })).toBe(0)
  })

  test('invalid addresses are refused at their field', async () => {
    const { camille, thomas } = await household()
    await expect(invite(camille, 'nobody')).rejects.toEqual(refusal('invalid_input', 'email'))
    await expect(invite(camille, camille.email)).rejects.toEqual(refusal('invalid_input', 'email.member'))
    await expect(invite(camille, thomas.email)).rejects.toEqual(refusal('invalid_input', 'email.member'))
  })

  test('is limited to five a day per address, whoever invites', async () => {
    const [camille, thomas] = [await newPerson(), await newPerson()]
    for (let at = 0; at < 5; at++) await invite(camille, thomas.email)
    await expect(invite(await newPerson(), thomas.email)).rejects.toEqual(refusal('too_many_tries'))
  })

  test('is not possible without a mail server: the link goes to the address, or nowhere (C54)', async () => {
    delete process.env.SMTP_URL
    const [camille, thomas] = [await newPerson(), await newPerson()]
    await expect(invite(camille, thomas.email)).rejects.toEqual(refusal('mails_off'))
    expect(await db().householdInvitation.count({ where: { userId: camille.userId } })).toBe(0)
  })

  test('tells the inviter that it was made, and nothing that opens it (C54)', async () => {
    const [camille, thomas] = [await newPerson(), await newPerson()]
    expect(await invite(camille, thomas.email)).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    expect(JSON.stringify(await readHousehold(camille))).not.toContain(await linkMailedTo(thomas))
  })

  test('that no mailbox accepts is reported to its sender, who can send another', async () => {
    const [camille, thomas] = [await newPerson(), await newPerson()]
    mailbox.refuses = true
    await invite(camille, thomas.email)
    await sendDueMails()
    expect((await readHousehold(camille)).invitations).toMatchObject([{ state: 'open', mail: 'failed' }])
    mailbox.refuses = false
    await moveIn(camille, thomas)
  })

  test('that was withdrawn or answered before its mail was sent is not mailed', async () => {
    const [camille, thomas] = [await newPerson(), await newPerson()]
    const { id } = await invite(camille, thomas.email)
    await withdrawInvitation(camille, id)
    await sendDueMails()
    expect(await mailbox.readTo(thomas.email)).toEqual([])
  })

  test('one household at a time; one’s own, empty one is replaced; two in parallel make one', async () => {
    const [camille, thomas, third] = [await newPerson(), await newPerson(), await newPerson()]
    await moveIn(camille, thomas)
    await invite(third, thomas.email)
    const token = await linkMailedTo(thomas)
    expect(await readHouseholdInvitation(thomas, token)).toMatchObject({ taken: true })
    await expect(answerInvitation(thomas, token, true)).rejects.toEqual(refusal('invalid_input', 'household.taken'))
    expect((await readHouseholdInvitation(thomas, token)).state).toBe('open')
    await moveIn(camille, third)
    expect((await readHousehold(thomas)).members).toHaveLength(2)
    const [one, two] = [await newPerson(), await newPerson()]
    await invite(one, two.email)
    await invite(two, one.email)
    const answers = [
      answerInvitation(two, await linkMailedTo(two), true),
      answerInvitation(one, await linkMailedTo(one), true),
    ]
    const refused = (await Promise.allSettled(answers)).filter(ended => ended.status === 'rejected')
    // The second finds the other's invitation gone with its household.
    expect(refused.map(({ reason }) => reason)).toEqual([refusal('not_found')])
    expect((await readHousehold(one)).members).toMatchObject([{ id: two.userId }])
    expect((await readHousehold(two)).members).toMatchObject([{ id: one.userId }])
  })

  test('a household is full at eight, even with two joining in parallel', async () => {
    const host = await newPerson()
    for (let at = 0; at < 6; at++) await moveIn(host, await newPerson())
    const late = [await newPerson(), await newPerson()]
    const tokens: string[] = []
    for (const one of late) {
      await invite(host, one.email)
      tokens.push(await linkMailedTo(one))
    }
    const ended = await Promise.allSettled(late.map((one, at) => answerInvitation(one, tokens[at] ?? '', true)))
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await readHousehold(host)).toMatchObject({ full: true })
    await expect(invite(host, 'ninth@guichet.example')).rejects.toEqual(refusal('invalid_input', 'household.full'))
  })
})

describe('what is shared', () => {
  test('is one account for one person, at its level, and nothing else', async () => {
    const { camille, thomas } = await household('balances')
    const [shown] = await listShared(thomas)
    expect(shown).toMatchObject({
      id: camille.accountId,
      ownerName: 'Camille',
      mainBalance: { amount: { amount: '123.45' } },
    })
    expect(shown?.sees).toEqual({ balances: true, transactions: false })
    const text = JSON.stringify([shown, await readHousehold(thomas)])
    for (const hidden of [camille.connectionId, camille.secretId, '1987000001000']) expect(text).not.toContain(hidden)
    expect((await search(thomas, camille.accountId)).total).toBe(0)
    expect(await listSharedNames(thomas)).toEqual([])
    expect(await idsSeenBy(camille)).toEqual([])
    await expect(readShared(thomas, camille.secretId)).rejects.toEqual(refusal('not_found'))
  })

  test('with transactions: without what their owner added to them', async () => {
    const { camille, thomas } = await household('transactions')
    const page = await search(thomas, camille.accountId)
    expect(page).toMatchObject({ total: 2, booked: [{ key: '1' }], upcoming: [{ key: '2' }] })
    expect(page.booked[0]).toMatchObject({ category: 'other', ruleId: null, pairedAccountId: null })
    expect((await search(thomas, camille.secretId)).total).toBe(0)
    const both = await search(thomas, camille.accountId, thomas.accountId)
    expect(both.total).toBe(4)
    expect(both.booked.map(({ accountId }) => accountId).sort()).toEqual([camille.accountId, thomas.accountId].sort())
    expect(both.upcoming.every(({ booked }) => !booked)).toBe(true)
    expect((await search(thomas)).booked.every(({ accountId }) => accountId !== camille.accountId)).toBe(true)
    expect(await listSharedNames(thomas)).toMatchObject([{ id: camille.accountId, sharedBy: 'Camille' }])
    expect((await listSharedTransactions(thomas, camille.accountId, { q: 'nothing like it' })).total).toBe(0)
    for (const level of ['balances', 'none'] as const) {
      await share(camille, thomas, level)
      const ended = listSharedTransactions(thomas, camille.accountId, { q: 'nothing like it' })
      await expect(ended, level).rejects.toEqual(refusal('not_found'))
    }
  })

  test('is read-only: no refresh, no categorising, not on the account’s own page, not in one’s totals', async () => {
    const [camille, thomas] = [await newPerson(), await newPerson()]
    const before = await readHome(thomas)
    await moveIn(camille, thomas)
    await share(camille, thomas, 'transactions')
    const { userId } = thomas
    await expect(refreshConnection({ userId }, camille.connectionId, presence)).rejects.toEqual(refusal('not_found'))
    await expect(readAccount({ userId }, camille.accountId)).rejects.toEqual(refusal('not_found'))
    await expect(listTransactions({ userId }, camille.accountId, {})).rejects.toEqual(refusal('not_found'))
    const line = { accountId: camille.accountId, key: '1' }
    await expect(refileTransaction({ userId }, { ...line, category: 'housing', always: false })).rejects.toEqual(
      refusal('not_found'),
    )
    expect((await readHome({ userId })).totals).toEqual(before.totals)
    expect(await db().bankCall.count()).toBe(0)
  })

  test('never exceeds the consent at the bank, also when that is narrowed later', async () => {
    const { camille, thomas } = await household('transactions')
    const narrow = (data: object) => db().account.updateMany({ where: { id: camille.accountId }, data })
    await narrow({ mayTransactions: false })
    expect((await search(thomas, camille.accountId)).total).toBe(0)
    expect(await findReadableAccounts(thomas.userId)).toMatchObject([{ sees: { balances: true, transactions: false } }])
    await narrow({ mayBalances: false })
    expect(await findReadableAccounts(thomas.userId)).toEqual([])
    await narrow({ mayBalances: true })
    await share(camille, thomas, 'none')
    await expect(share(camille, thomas, 'transactions')).rejects.toEqual(refusal('invalid_input', 'shares.level'))
  })

  test('is granted by the owner, to people of the household only', async () => {
    const [camille, thomas, other] = [await newPerson(), await newPerson(), await newPerson()]
    await moveIn(camille, thomas)
    await expect(share(camille, other, 'balances')).rejects.toEqual(refusal('not_found'))
    await expect(share(camille, camille, 'balances')).rejects.toEqual(refusal('not_found'))
    const stolen = [{ accountId: thomas.accountId, level: 'balances' as const }]
    await expect(changeShares(camille, thomas.userId, { shares: stolen }, fresh())).rejects.toEqual(
      refusal('not_found'),
    )
    expect(await db().accountShare.count({ where: { accountId: thomas.accountId } })).toBe(0)
  })

  test('showing more requires a fresh password, showing less does not (C24)', async () => {
    const { camille, thomas } = await household()
    const stale = { authenticatedAt: new Date(now().getTime() - 6 * 60_000) }
    const set = (level: Level, signed = stale) => share(camille, thomas, level, signed)
    const levels = async () =>
      (await db().accountShare.findMany({ where: { accountId: camille.accountId } })).map(({ level }) => level)
    await expect(set('balances')).rejects.toEqual(refusal('reauthentication_required'))
    expect(await levels()).toEqual([])
    await set('balances', fresh())
    await expect(set('transactions')).rejects.toEqual(refusal('reauthentication_required'))
    expect(await levels()).toEqual(['balances'])
    await set('transactions', fresh())
    await set('transactions')
    await set('balances')
    expect(await levels()).toEqual(['balances'])
    await set('none')
    expect(await levels()).toEqual([])
  })

  test('a share that does not match its account shows nothing, however it came to exist', async () => {
    const [camille, thomas, other] = [await newPerson(), await newPerson(), await newPerson()]
    await moveIn(camille, thomas)
    const row = { viewerId: thomas.userId, level: 'transactions' as const, createdAt: new Date() }
    await db().accountShare.create({ data: { ...row, userId: camille.userId, accountId: other.accountId } })
    await db().accountShare.create({ data: { ...row, userId: other.userId, accountId: other.secretId } })
    expect(await findReadableAccounts(thomas.userId)).toEqual([])
    expect(await idsSeenBy(thomas)).toEqual([])
  })

  test('the owner’s log shows who looks, since when and when last', async () => {
    const { camille, thomas } = await household('balances')
    const looker = async () => (await listLookers(camille, camille.connectionId))[0]
    expect(await looker()).toMatchObject({ name: 'Thomas', level: 'balances', seenAt: null })
    const first = new Date('2026-12-01T10:00:00Z')
    setClock(first)
    await listShared(thomas)
    setClock(new Date(first.getTime() + 60_000))
    await readShared(thomas, camille.accountId)
    expect((await looker())?.seenAt).toBe(first.toISOString())
    setClock(new Date(first.getTime() + 16 * 60_000))
    await readShared(thomas, camille.accountId)
    expect((await looker())?.seenAt).toBe('2026-12-01T10:16:00.000Z')
    expect(await listLookers(thomas, camille.connectionId)).toEqual([])
  })

  test('an account both have linked is marked', async () => {
    const { thomas } = await household('balances')
    expect(await listShared(thomas)).toMatchObject([{ alsoMine: true }])
    await db().account.updateMany({ where: { userId: thomas.userId }, data: { iban: null } })
    expect(await listShared(thomas)).toMatchObject([{ alsoMine: false }])
  })
})

describe('a shared budget', () => {
  const spend = (userId: string, accountId: string, minor: bigint, label = 'CARREFOUR') => {
    const line = { key: randomUUID(), booked: true, status: 'BOOK', day: new Date(parisDay(now())), remittance: [] }
    const said = { label, searchText: label.toLowerCase(), category: 'groceries', categorySource: 'label' as const }
    return db().transaction.create({
      data: { userId, accountId, amountMinor: minor, currency: 'EUR', ...line, ...said },
    })
  }
  const budget = { category: 'groceries', amount: '100', shared: true }
  /** Each is the sum of the list behind it. */
  const seen = async (person: Person) => {
    const { budgets } = await readSharedBudgets(person)
    return Promise.all(
      budgets.map(async ({ category, spent, shared }) => {
        const accounts = [...(shared?.accounts ?? [])]
        const filter = {
          ...noFilter,
          accounts,
          categories: [category],
          counted: 'EUR',
          from: addMonths(parisDay(now()), 0, 1),
        }
        const { booked } = accounts.length > 0 ? await searchTransactions(person, filter) : { booked: [] }
        const sum = booked.reduce((all, { amount }) => all - Number(amount.amount), 0)
        expect(sum.toFixed(2)).toBe(spent)
        return [spent, shared?.by ?? null]
      }),
    )
  }

  test('counts what all see, an account of two owners once; a leaving makes it one’s own again', async () => {
    const { camille, thomas } = await household('transactions')
    for (const { userId, accountId } of [camille, thomas]) await spend(userId, accountId, -2_500n)
    await spend(camille.userId, camille.secretId, -700n)
    await setBudget(camille, budget)
    expect([await seen(camille), await seen(thomas)]).toEqual([[['25.00', null]], [['25.00', 'Camille']]])
    // Thomas's row of the joint account, and one of his own.
    await share(thomas, camille, 'transactions')
    const shares = [{ accountId: thomas.secretId, level: 'transactions' as const }]
    await spend(thomas.userId, thomas.secretId, -1_000n)
    await changeShares(thomas, camille.userId, { shares }, fresh())
    expect([await seen(camille), await seen(thomas)]).toEqual([[['35.00', null]], [['35.00', 'Camille']]])
    expect(await listBudgets(camille.userId)).toEqual([])
    await changeShares(thomas, camille.userId, { shares: [{ accountId: thomas.secretId, level: 'balances' }] }, fresh())
    expect([await seen(camille), await seen(thomas)]).toEqual([[['25.00', null]], [['25.00', 'Camille']]])
    await leaveHousehold(thomas)
    expect([await seen(camille), await seen(thomas)]).toEqual([[], []])
    expect(await listBudgets(camille.userId)).toMatchObject([{ spent: '32.00', shared: null }])
  })

  test('is one’s own to change, and of a category that all know', async () => {
    const { camille, thomas } = await household()
    await setBudget(camille, budget)
    await setBudget(thomas, { ...budget, amount: null })
    expect(await seen(thomas)).toEqual([['0.00', 'Camille']])
    const { id: category } = await db().category.create({
      data: { userId: camille.userId, name: 'Chats', icon: 'tag', tone: 'brand' },
    })
    const alone = await newPerson()
    await expect(setBudget(camille, { ...budget, category })).rejects.toEqual(refusal('invalid_input', 'shared'))
    await expect(setBudget(alone, budget)).rejects.toEqual(refusal('invalid_input', 'shared'))
  })
})

describe('it ends at once', () => {
  async function sharing() {
    const two = await household('transactions')
    await share(two.thomas, two.camille, 'transactions')
    expect(await idsSeenBy(two.thomas)).toEqual([two.camille.accountId])
    return two
  }
  async function expectNothing(viewer: Person, owner: Person) {
    expect(await idsSeenBy(viewer)).toEqual([])
    expect((await search(viewer, owner.accountId)).total).toBe(0)
    await expect(readShared(viewer, owner.accountId)).rejects.toEqual(refusal('not_found'))
  }
  const shareIdOf = async (owner: Person) =>
    (await db().accountShare.findFirstOrThrow({ where: { accountId: owner.accountId } })).id

  test('when its owner ends it', async () => {
    const { camille, thomas } = await sharing()
    await share(camille, thomas, 'none')
    await expectNothing(thomas, camille)
    expect(await idsSeenBy(camille)).toEqual([thomas.accountId])
  })

  test('when either ends it, and nobody else can', async () => {
    const { camille, thomas } = await sharing()
    const id = await shareIdOf(camille)
    await expect(endShare({ userId: (await newPerson()).userId }, id)).rejects.toEqual(refusal('not_found'))
    await endShare(thomas, id)
    await expectNothing(thomas, camille)
    await expect(endShare(thomas, id)).rejects.toEqual(refusal('not_found'))
    await endShare(thomas, await shareIdOf(thomas))
    await expectNothing(camille, thomas)
    const { userId } = camille
    const events = await db().auditEvent.findMany({ where: { userId, action: { startsWith: 'share.' } } })
    expect(events.map(({ action }) => action).sort()).toEqual(['share.ended', 'share.given'])
  })

  test('when either leaves; a person left alone has no household', async () => {
    const { camille, thomas } = await sharing()
    await leaveHousehold(thomas)
    await leaveHousehold(thomas)
    await expectNothing(thomas, camille)
    await expectNothing(camille, thomas)
    expect(await db().householdMember.count({ where: { userId: { in: [camille.userId, thomas.userId] } } })).toBe(0)
    await moveIn(thomas, camille)
    await expectNothing(thomas, camille)
  })

  test('when the bank is disconnected', async () => {
    const { camille, thomas } = await sharing()
    await disconnect(camille, camille.connectionId, presence)
    await expectNothing(thomas, camille)
    expect(await idsSeenBy(camille)).toEqual([thomas.accountId])
  })

  test('when its owner or its viewer is erased', async () => {
    const { camille, thomas } = await sharing()
    await invite(await newPerson(), camille.email)
    await eraseEverything(camille, { authenticatedAt: new Date() }, presence)
    expect(await db().householdInvitation.count({ where: { email: camille.email } })).toBe(0)
    await expectNothing(thomas, camille)
    expect(await db().accountShare.count({ where: { viewerId: camille.userId } })).toBe(0)
    expect((await readHousehold(thomas)).members).toEqual([])
  })

  test('even while the other is reading: no share survives a leaving', async () => {
    const { camille, thomas } = await sharing()
    await share(camille, thomas, 'none')
    const tries = [share(camille, thomas, 'balances'), leaveHousehold(thomas)]
    await Promise.allSettled(tries)
    expect(await db().accountShare.count({ where: { viewerId: thomas.userId } })).toBe(0)
  })
})
