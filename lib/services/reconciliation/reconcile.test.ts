import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { isoDay } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { formatAmount } from '@guichet/values/money/minor.ts'
import { groupReference } from '@guichet/values/money/structured-reference.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { storeNothing } from '#lib/base/idempotent-result.ts'
import { now, setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { followContents } from '#lib/services/accounts/renumbered.ts'
import { moveLines } from '#lib/services/accounts/transaction-store.ts'
import { startAttempt } from '#lib/services/payments/attempts.ts'
import { driveAttempt } from '#lib/services/payments/drive.ts'
import { createLink, LinkInput, openLink } from '#lib/services/payments/links.ts'
import { createOrder, sweepExpiredOrders } from '#lib/services/payments/orders.ts'
import { readOrder } from '#lib/services/payments/read.ts'
import { receiveReport } from '#lib/services/payments/report.ts'
import { refreshConnection } from '#lib/services/refresh/connection.ts'
import { people } from '#testing/bank/customers.ts'
import { walkPayment } from '#testing/bank/payer.ts'
import { aShop } from '#testing/people/a-shop.ts'
import { asMember } from '#testing/people/as-member.ts'
import { checkoutOrder, transferOrder } from '#testing/shop/checkout-order.ts'
import { openStack } from '#testing/stack/open.ts'
import { newRead, newVisitor, presence } from '#testing/stack/start.ts'
import { linkReconciliationAccount, readReconciliationAccount, unlinkReconciliationAccount } from './account.ts'
import { matchByHand, noteCredit, undoMatch } from './matches.ts'
import { type CreditFilter, exportReconciliation, readCredit, readReconciliation } from './read.ts'
import { reconcileNow, reconcileOrganisation, sweepReconciliation } from './reconcile.ts'
import { createRefund, listRefunds, readRefund, readRefundOffer, startRefund, withdrawRefund } from './refunds.ts'

/**
 * Payment initiation and account information together, with the sandbox bank: a payer pays the merchant's account, and the
 * merchant sees the money arrive. The bank's ledger is the reference.
 */
const stack = openStack()
let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

type Shop = Awaited<ReturnType<typeof openShop>>

/** Karim's workshop: its beneficiary account is his at bank 19873, which he has linked. */
async function openShop() {
  const { visitor, connectionId } = await newRead(people.karim)
  const account = await db().account.findFirstOrThrow({
    where: { connectionId, kind: 'account', iban: { not: null }, mayTransactions: true, currency: 'EUR' },
    orderBy: { ordinal: 'asc' },
  })
  const iban = account.iban ?? ''
  const named = { name: 'Atelier Benali', legalName: 'Atelier Benali SARL', beneficiaryName: 'Atelier' }
  const { organisationId } = await aShop({
    ...named,
    beneficiaryIban: iban,
    locale: 'fr',
    member: { ...visitor, email: '' },
  })
  return { userId: visitor.userId, organisationId, accountId: account.id, connectionId, iban }
}

const minor = (() => {
  let next = 2_000n
  return () => (next += 17n)
})()

async function newOrder(amountMinor: bigint, reference = `CMD-${randomUUID().slice(0, 8)}`) {
  const instructions = [{ amountMinor, remittance: [reference] }]
  const creditor = { name: 'Atelier Benali', iban: shop.iban, bic: null }
  const expiresAt = new Date(now().getTime() + 86_400_000)
  return createOrder(shop.organisationId, checkoutOrder(amountMinor, { reference, instructions, creditor, expiresAt }))
}

async function pay(ownerId: string, orderId: string, who = 'camille-bernard', bankCode = '19870'): Promise<void> {
  const { redirectTo } = await startAttempt(ownerId, orderId, { bankCode, presence })
  await arrive(await walkPayment(stack.running, new URL(redirectTo), who))
}

async function arrive({ callbackUrl }: { readonly callbackUrl: URL }): Promise<void> {
  const [, , bankCode = '', , reportId = ''] = callbackUrl.pathname.split('/')
  await receiveReport({ bankCode, reportId, query: callbackUrl.searchParams, presence })
}

/** Money from elsewhere: a transfer by Camille with this remittance information. */
async function transfer(amountMinor: bigint, words: string): Promise<void> {
  const instructions = [{ amountMinor, remittance: [words] }]
  const creditor = { name: 'Atelier Benali', iban: shop.iban, bic: null }
  const made = await createOrder(randomUUID(), transferOrder(amountMinor, { reference: words, instructions, creditor }))
  await pay(made.ownerId, made.id)
}

const lend = (userId = shop.userId, accountId = shop.accountId) =>
  asMember(userId, shop.organisationId, 'account.lend', linkReconciliationAccount, accountId)
const run = () => asMember(shop.userId, shop.organisationId, 'credit.read', reconcileNow, presence)
const orderOf = (id: string) => db().paymentOrder.findUniqueOrThrow({ where: { id } })
const timelineOf = async (orderId: string) =>
  (await db().paymentEvent.findMany({ where: { orderId }, orderBy: { seq: 'asc' } })).map(({ type }) => type)
const creditsOf = (amountMinor: bigint) =>
  db().incomingCredit.findMany({
    where: { organisationId: shop.organisationId, amountMinor },
    include: { matches: true },
  })

async function creditOf(amountMinor: bigint) {
  const [credit] = await creditsOf(amountMinor)
  if (!credit) throw new Error('no such credit')
  return credit
}

/** An order whose money came by transfer, and the line of it. */
async function paidByTransfer() {
  const amount = minor()
  const order = await newOrder(amount)
  await transfer(amount, order.structuredReference)
  await run()
  const owner = { userId: shop.userId, accountId: shop.accountId }
  const line = await db().transaction.findFirstOrThrow({ where: { ...owner, amountMinor: amount } })
  return { amount, order, owner, line }
}

const readAll = (filter: CreditFilter = 'all') =>
  asMember(shop.userId, shop.organisationId, 'reconciliation.read', readReconciliation, { filter })
const undo = (matchId = '') => asMember(shop.userId, shop.organisationId, 'credit.match', undoMatch, matchId)
const match = (creditId: string, orderId: string, amount: string | null) =>
  asMember(shop.userId, shop.organisationId, 'credit.match', matchByHand, { creditId, orderId, amount })

describe('the account', () => {
  test('only a member’s own, only if it is the beneficiary account, only while it may be read', async () => {
    const stranger = await newVisitor()
    const member = { organisationId: shop.organisationId, userId: stranger.userId, role: 'admin' as const }
    await db().membership.create({ data: member })
    await expect(lend(stranger.userId)).rejects.toMatchObject({ code: 'not_found' })
    const others = await db().account.findFirst({ where: { userId: shop.userId, iban: { not: shop.iban } } })
    if (others) await expect(lend(shop.userId, others.id)).rejects.toMatchObject({ field: 'accountId.iban' })
    await db().account.updateMany({ where: { id: shop.accountId }, data: { mayTransactions: false } })
    await expect(lend()).rejects.toMatchObject({ code: 'consent_not_given' })
    await db().account.updateMany({ where: { id: shop.accountId }, data: { mayTransactions: true } })
    await db().membership.delete({
      where: { organisationId_userId: { organisationId: member.organisationId, userId: member.userId } },
    })
  })

  test('shows how it is read, and when that ended', async () => {
    const read = () => asMember(shop.userId, shop.organisationId, 'reconciliation.read', readReconciliationAccount)
    expect(await read()).toMatchObject({ state: 'none', candidates: [{ accountId: shop.accountId }] })
    await lend()
    const account = await read()
    expect(account).toMatchObject({ state: 'connected', isYours: true })
    expect(account.iban).not.toContain(shop.iban.slice(4, 20))
    setClock(new Date(now().getTime() + 181 * 86_400_000))
    expect(await read()).toMatchObject({ state: 'expired' })
    setClock(null)
    await db().connection.updateMany({ where: { id: shop.connectionId }, data: { status: 'revoked' } })
    expect(await read()).toMatchObject({ state: 'expired' })
    await db().connection.updateMany({ where: { id: shop.connectionId }, data: { status: 'active' } })
    await db().account.updateMany({ where: { id: shop.accountId }, data: { mayTransactions: false } })
    expect(await read()).toMatchObject({ state: 'not_consented' })
    await db().account.updateMany({ where: { id: shop.accountId }, data: { mayTransactions: true } })
    await db().account.updateMany({ where: { id: shop.accountId }, data: { gone: true } })
    expect(await read()).toMatchObject({ state: 'gone' })
    await db().account.updateMany({ where: { id: shop.accountId }, data: { gone: false } })
  })
})

/** What the shop is told of money that arrives, oldest first. */
async function toldOf(orderId: string) {
  const where = { orderId, type: 'payment.received' }
  const messages = await db().webhookMessage.findMany({ where, orderBy: { sequence: 'asc' } })
  return messages.map(({ payload }) => JSON.parse(payload).data)
}

describe('credits are matched', () => {
  test('a payment made through us, by its end-to-end id, once', async () => {
    const amount = minor()
    const { id } = await newOrder(amount)
    await pay(shop.organisationId, id)
    expect(await orderOf(id)).toMatchObject({ status: 'executed', receivedAt: null })
    await run()
    expect(await orderOf(id)).toMatchObject({ receivedMinor: amount, receivedAt: expect.any(Date) })
    const [credit] = await creditsOf(amount)
    expect(credit?.matches).toMatchObject([{ by: 'end_to_end', orderId: id, amountMinor: amount }])
    expect(await run()).toBe(0)
    expect(await creditsOf(amount)).toHaveLength(1)
    expect((await timelineOf(id)).filter(type => type === 'order.received')).toHaveLength(1)
    const received_amount = formatAmount({ amountMinor: amount, currency: 'EUR' })
    expect(await toldOf(id)).toMatchObject([{ paid: true, paid_by: 'bank', status: 'executed', received_amount }])
    expect(await readOrder(shop.organisationId, id)).toMatchObject({ received: { currency: 'EUR' } })
  })

  test('a manual transfer with the structured reference: received, the order stays open and can’t be paid again', async () => {
    const amount = minor()
    const order = await newOrder(amount)
    await transfer(amount, groupReference(order.structuredReference))
    await run()
    expect(await orderOf(order.id)).toMatchObject({ status: 'open', receivedMinor: amount, chosenAttemptId: null })
    await expect(startAttempt(shop.organisationId, order.id, { bankCode: '19870', presence })).rejects.toMatchObject({
      code: 'payment_over',
    })
    expect(await toldOf(order.id)).toMatchObject([{ paid: true, paid_by: 'transfer', status: 'open' }])
    expect(await readOrder(shop.organisationId, order.id)).toMatchObject({ paidBy: 'transfer' })
    await undo((await creditOf(amount)).matches[0]?.id)
    expect((await toldOf(order.id)).at(-1)).toMatchObject({ paid: false, paid_by: null, received_amount: '0.00' })
  })

  test.each([
    ['short', -100n],
    ['over', 100n],
  ] as const)('by structured reference, %s', async (receipt, difference) => {
    const amount = minor()
    const order = await newOrder(amount)
    await transfer(amount + difference, order.structuredReference)
    await run()
    const { credits, counts, totals } = await readAll(receipt)
    expect(credits).toMatchObject([{ matches: [{ orderId: order.id, receipt }] }])
    expect(counts[receipt]).toBe(1)
    // What is too much, and not the whole credit.
    const excess = receipt === 'over' ? '1.00' : '0.00'
    expect(totals.map(({ over }) => over)).toEqual([excess])
    expect(credits.map(credit => credit.excess.amount)).toEqual([excess])
    const file = await text(
      await asMember(shop.userId, shop.organisationId, 'reconciliation.export', exportReconciliation, 'csv'),
    )
    expect(file).toContain(
      `${formatAmount({ amountMinor: amount + difference, currency: 'EUR' })},EUR,matched,${excess},`,
    )
  })

  test('by reference and exact amount', async () => {
    const amount = minor()
    const order = await newOrder(amount, 'Facture 2026-0042')
    await transfer(amount, 'facture 2026 0042')
    await run()
    expect((await creditOf(amount)).matches).toMatchObject([{ by: 'reference', orderId: order.id }])
  })

  test('in two processes at once: each credit once', async () => {
    const amount = minor()
    const { id } = await newOrder(amount)
    await pay(shop.organisationId, id)
    await refreshConnection(shop, shop.connectionId, presence)
    await Promise.all([1, 2, 3].map(() => reconcileOrganisation(shop.organisationId)))
    expect((await creditOf(amount)).matches).toHaveLength(1)
    expect(await orderOf(id)).toMatchObject({ receivedMinor: amount })
  })

  test('a worker matches after every refresh', async () => {
    const amount = minor()
    const { id } = await newOrder(amount)
    await pay(shop.organisationId, id)
    await refreshConnection(shop, shop.connectionId, presence)
    expect(await sweepReconciliation()).toBe(1)
    expect(await orderOf(id)).toMatchObject({ receivedMinor: amount })
    expect(await sweepReconciliation()).toBe(0)
  })

  test('a credit that the bank gives under another reference is the same', async () => {
    const { amount, order, owner, line } = await paidByTransfer()
    const { remittance, parts: _, ...again } = line
    await db().transaction.create({ data: { ...again, remittance, key: 'again', entryReference: 'again' } })
    await moveLines(db(), owner, [{ key: line.key, now: 'again' }])
    await run()
    expect(await creditsOf(amount)).toMatchObject([{ matches: [{ orderId: order.id }] }])
    expect(await orderOf(order.id)).toMatchObject({ receivedMinor: amount })
  })

  test('a credit that the bank takes back pays nothing any more', async () => {
    const { amount, order, owner, line } = await paidByTransfer()
    const leaseId = randomUUID()
    await db().connection.update({ where: { id: shop.connectionId }, data: { syncLeaseId: leaseId } })
    const days = { dateFrom: isoDay(line.day), firstDay: isoDay(line.day) }
    const gathered = { given: new Map(), choices: [], unfiled: false, ...days }
    const absent = [{ ...line, missing: true, given: false }]
    // Of another account of the shop, with the bank's same reference.
    const { id: creditId } = await creditOf(amount)
    const {
      id: _,
      matches: __,
      remittance,
      ...copied
    } = await db().incomingCredit.findUniqueOrThrow({
      where: { id: creditId },
      include: { matches: true },
    })
    const other = {
      ...copied,
      remittance: ['merci'],
      endToEndId: null,
      key: `0000000000000000:${line.key}`,
      amountMinor: 1n,
    }
    await db().incomingCredit.create({ data: other })
    const prepared = await refund({ ...wish(order.id, ''), iban: shop.iban })
    await followContents(owner, { ...gathered, absent, completeAt: null, leaseId })
    await db().connection.update({ where: { id: shop.connectionId }, data: { syncLeaseId: null } })
    await reconcileOrganisation(shop.organisationId)
    expect(await creditsOf(amount)).toEqual([])
    expect(await db().incomingCredit.deleteMany({ where: { key: other.key } })).toEqual({ count: 1 })
    expect(await orderOf(order.id)).toMatchObject({ receivedMinor: 0n, receivedAt: null })
    expect((await timelineOf(order.id)).at(-1)).toBe('order.taken_back')
    const sent = asMember(shop.userId, shop.organisationId, 'refund.send', startRefund, prepared.id, {
      bankCode: null,
      presence,
    })
    await expect(sent).rejects.toMatchObject({ field: 'amount.more_than_left' })
  })

  test('a link for one payment whose earlier order is paid by hand: its other order ends, also for who is at the bank', async () => {
    const amount = minor()
    const terms = {
      title: 'Acompte',
      amount: formatAmount({ amountMinor: amount, currency: 'EUR' }),
      isReusable: false,
    }
    const { slug } = await asMember(shop.userId, shop.organisationId, 'link.change', actor =>
      createLink(actor, LinkInput.parse(terms), storeNothing),
    )
    const first = await db().paymentOrder.findUniqueOrThrow({ where: await openLink(slug) })
    await db().paymentOrder.update({ where: { id: first.id }, data: { expiresAt: new Date(now().getTime() - 1) } })
    const second = await db().paymentOrder.findUniqueOrThrow({ where: await openLink(slug) })
    expect(second.id).not.toBe(first.id)
    const { redirectTo } = await startAttempt(shop.organisationId, second.id, { bankCode: '19870', presence })
    await transfer(amount, first.structuredReference)
    await run()
    expect(await orderOf(first.id)).toMatchObject({ receivedMinor: amount })
    expect(await orderOf(second.id)).toMatchObject({ status: 'cancelled' })
    await arrive(await walkPayment(stack.running, new URL(redirectTo), 'camille-bernard'))
    expect(await orderOf(second.id)).toMatchObject({ status: 'cancelled', receivedMinor: 0n })
    const again = startAttempt(shop.organisationId, second.id, { bankCode: '19870', presence })
    await expect(again).rejects.toMatchObject({ code: 'payment_over' })
  })

  test('only credits since the organisation was created are copied', async () => {
    const copied = await db().incomingCredit.findMany({ where: { organisationId: shop.organisationId } })
    const lines = await db().transaction.count({ where: { accountId: shop.accountId } })
    expect(copied.length).toBeLessThan(lines)
    expect(copied.every(({ amountMinor }) => amountMinor > 0n)).toBe(true)
  })

  test('a payment executed by its bank and not seen for two bank days is missing', async () => {
    const { id } = await newOrder(minor())
    await pay(shop.organisationId, id)
    await db().account.update({
      where: { id: shop.accountId },
      data: { lastSyncedAt: new Date(now().getTime() + 6 * 86_400_000) },
    })
    const { missing, counts } = await readAll()
    expect(missing).toMatchObject([{ orderId: id }])
    expect(counts.missing).toBe(1)
    const copies = await db().$queryRaw<{ id: string }[]>`
      WITH copied AS (
        INSERT INTO "PaymentOrder" SELECT (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'publicId',
          'copy' || n, 'structuredReference', 'RF' || n, 'chosenAttemptId', NULL, 'createdAt', o."createdAt" + make_interval(secs => n)))).*
        FROM "PaymentOrder" AS o, generate_series(1, 100) AS n WHERE o."id" = ${id}::uuid RETURNING "id"
      ), attempts AS (
        INSERT INTO "PaymentAttempt" SELECT (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'orderId',
          copied."id", 'requestId', md5(copied."id"::text), 'reportHash', md5(copied."id"::text), 'paymentInformationId',
          md5(copied."id"::text), 'resourceId', copied."id"))).*
        FROM "PaymentAttempt" AS a, copied WHERE a."orderId" = ${id}::uuid
      ) SELECT "id" FROM copied`
    const many = await readAll()
    expect([many.counts.missing, many.missing.length]).toEqual([101, 100])
    expect(many.totals[0]?.missing).toBe(
      formatAmount({ amountMinor: 101n * (await orderOf(id)).amountMinor, currency: 'EUR' }),
    )
    await db().paymentOrder.deleteMany({ where: { id: { in: copies.map(copy => copy.id) } } })
    await db().account.update({ where: { id: shop.accountId }, data: { lastSyncedAt: now() } })
    await run()
    expect((await readAll()).counts.missing).toBe(0)
  })
})

describe('manual matches', () => {
  test('an unknown credit is suggested, matched in parts, undone, and not matched by the rules again', async () => {
    const amount = minor()
    const [one, two] = [await newOrder(amount - 40n), await newOrder(40n)]
    await transfer(amount, 'merci beaucoup')
    await run()
    const { id: creditId, matches } = await creditOf(amount)
    expect(matches).toEqual([])
    const { suggestions } = await asMember(
      shop.userId,
      shop.organisationId,
      'reconciliation.read',
      readCredit,
      creditId,
      two.reference,
    )
    expect(suggestions).toMatchObject([{ id: two.id }])
    const give = (orderId: string, part: string | null) => match(creditId, orderId, part)
    await give(two.id, '0.40')
    await expect(give(one.id, '999999.00')).rejects.toMatchObject({ field: 'amount.more_than_credit' })
    await give(one.id, null)
    expect(await orderOf(one.id)).toMatchObject({ receivedMinor: amount - 40n })
    expect(await orderOf(two.id)).toMatchObject({ receivedMinor: 40n })
    const given = await creditOf(amount)
    for (const one of given.matches) await undo(one.id)
    expect(await orderOf(one.id)).toMatchObject({ receivedMinor: 0n, receivedAt: null })
    expect((await timelineOf(one.id)).slice(-2)).toEqual(['order.received', 'order.unmatched'])
    await expect(undo(given.matches[0]?.id)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('an order in parts is paid when the last one arrives, and no later for what is too much', async () => {
    const [first, last, more] = [minor(), minor(), minor()]
    const { id } = await newOrder(first + last)
    const day = new Date('2026-01-02T10:00:00Z')
    for (const part of [first, last, more]) {
      await transfer(part, 'merci')
      await run()
      await match((await creditOf(part)).id, id, null)
      if (part === first) await db().creditMatch.updateMany({ where: { orderId: id }, data: { createdAt: day } })
    }
    const [, completed] = await db().creditMatch.findMany({ where: { orderId: id }, orderBy: { createdAt: 'asc' } })
    expect(await orderOf(id)).toMatchObject({
      receivedMinor: first + last + more,
      receivedAt: completed?.createdAt,
    })
  })

  test('what was refunded, or is about to be, can’t be given to another order', async () => {
    const amount = minor()
    const { id } = await newOrder(amount)
    await transfer(amount, 'merci bien')
    await run()
    await match((await creditOf(amount)).id, id, null)
    const [given] = (await creditOf(amount)).matches
    const made = await refund({ ...wish(id, ''), iban: shop.iban })
    await expect(undo(given?.id)).rejects.toMatchObject({ code: 'payment_refunded' })
    expect(await orderOf(id)).toMatchObject({ receivedMinor: amount })
    await asMember(shop.userId, shop.organisationId, 'refund.withdraw', actor =>
      withdrawRefund(actor, made.id, storeNothing),
    )
    await undo(given?.id)
    expect(await orderOf(id)).toMatchObject({ receivedMinor: 0n })
  })

  test('an undone match stays undone', async () => {
    const amount = minor()
    const { id } = await newOrder(amount)
    await pay(shop.organisationId, id)
    await run()
    const { matches } = await creditOf(amount)
    await undo(matches[0]?.id)
    await run()
    expect(await orderOf(id)).toMatchObject({ receivedMinor: 0n })
  })

  test('two members in parallel never match more than the credit', async () => {
    const amount = minor()
    const orders = await Promise.all([newOrder(amount), newOrder(amount), newOrder(amount)])
    await transfer(amount, 'sans rien')
    await run()
    const { id: creditId } = await creditOf(amount)
    const both = orders.map(({ id: orderId }) => match(creditId, orderId, null).catch(() => 'refused'))
    expect((await Promise.all(both)).filter(outcome => outcome === 'refused')).toHaveLength(2)
    expect((await creditOf(amount)).matches).toHaveLength(1)
  })

  test('a note, an export without formulas, and every change in the audit trail', async () => {
    const amount = minor()
    await transfer(amount, 'autre')
    await run()
    const { id: creditId } = await creditOf(amount)
    await asMember(shop.userId, shop.organisationId, 'credit.match', noteCredit, { creditId, note: '=HYPERLINK("x")' })
    const { userId, organisationId } = shop
    const file = await text(
      await asMember(userId, organisationId, 'reconciliation.export', exportReconciliation, 'csv-fr'),
    )
    expect(file.startsWith('\uFEFFdate;montant')).toBe(true)
    expect(file).toContain("'=HYPERLINK")
    expect(file).not.toContain(shop.iban)
    const actions = await db().auditEvent.findMany({ where: { stream: `organisation:${shop.organisationId}` } })
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['reconciliation.account_linked', 'reconciliation.matched', 'reconciliation.noted']),
    )
  })
})

async function paidOrder(amountMinor = minor()) {
  const { id } = await newOrder(amountMinor)
  await pay(shop.organisationId, id)
  return id
}

const wish = (paymentId: string, amount = '') => ({
  paymentId,
  amount,
  creditorName: 'Camille Bernard',
  iban: '',
  reason: '',
})

const refund = (wished: ReturnType<typeof wish>) =>
  asMember(shop.userId, shop.organisationId, 'refund.create', actor => createRefund(actor, wished, storeNothing))
const offerOf = (paymentId: string) =>
  asMember(shop.userId, shop.organisationId, 'refund.read', readRefundOffer, paymentId)

describe('refunds', () => {
  test('part of a payment, authorised at the merchant’s bank, visible on both accounts and in both timelines', async () => {
    const paymentId = await paidOrder()
    const { userId, organisationId } = shop
    const offer = await offerOf(paymentId)
    const [attempt] = await db().paymentAttempt.findMany({ where: { orderId: paymentId } })
    const payerIban = attempt?.debtorIban ?? ''
    expect(payerIban).toMatch(/^FR/)
    expect(offer.payerIban).not.toBe(payerIban)
    const { id } = await refund(wish(paymentId, '10.00'))
    expect(await orderOf(id)).toMatchObject({
      kind: 'refund',
      creditorIban: payerIban,
      debtorIban: shop.iban,
      refundOfId: paymentId,
      status: 'open',
    })
    expect(JSON.stringify(await readOrder(organisationId, id))).not.toContain(payerIban)
    expect(JSON.stringify(await asMember(userId, organisationId, 'refund.read', readRefund, id))).not.toContain(
      payerIban,
    )
    const { redirectTo } = await asMember(userId, organisationId, 'refund.send', startRefund, id, {
      bankCode: null,
      presence,
    })
    await arrive(await walkPayment(stack.running, new URL(redirectTo), 'karim-haddad'))
    expect(await orderOf(id)).toMatchObject({ status: 'executed' })
    expect(await timelineOf(paymentId)).toEqual(expect.arrayContaining(['refund.created', 'refund.changed']))
    expect((await orderOf(id)).debitedOn).toBeNull()
    await run()
    expect((await orderOf(id)).debitedOn).toEqual(new Date(parisDay(now())))
    expect(await offerOf(paymentId)).toMatchObject({
      refunds: [{ status: 'executed' }],
    })
    // The merchant's bank shows a debit with our end-to-end id.
    await refreshConnection({ userId }, shop.connectionId, presence)
    const instruction = await db().paymentInstruction.findFirstOrThrow({ where: { attempt: { orderId: id } } })
    const line = await db().transaction.findFirstOrThrow({ where: { userId, endToEndId: instruction.endToEndId } })
    expect(line).toMatchObject({ amountMinor: -1000n, accountId: shop.accountId })
    // The payer's bank shows a credit.
    const payer = await newRead(people.camille)
    const credit = await db().transaction.findFirst({
      where: { userId: payer.userId, endToEndId: instruction.endToEndId, amountMinor: 1000n },
    })
    expect(credit).toMatchObject({ booked: true })
  })

  test('never more than received, also with two in parallel', async () => {
    const amount = minor()
    const paymentId = await paidOrder(amount)
    const most = `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`
    await expect(refund(wish(paymentId, '99999.00'))).rejects.toMatchObject({ field: 'amount.more_than_left' })
    await expect(refund(wish(paymentId, '0'))).rejects.toMatchObject({ field: 'amount.not_positive' })
    await expect(refund(wish(paymentId, 'ten'))).rejects.toMatchObject({ field: 'amount' })
    const all = await Promise.allSettled([most, most, '', ''].map(part => refund(wish(paymentId, part))))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const rows = await db().paymentOrder.findMany({ where: { refundOfId: paymentId } })
    expect(rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)).toBe(amount)
  })

  test('one that was withdrawn or never authorised releases its amount', async () => {
    const paymentId = await paidOrder()
    const { userId, organisationId } = shop
    const { id } = await refund(wish(paymentId))
    expect(await offerOf(paymentId)).toMatchObject({
      refundable: { amount: '0.00' },
    })
    await asMember(userId, organisationId, 'refund.withdraw', actor => withdrawRefund(actor, id, storeNothing))
    const after = await refund(wish(paymentId))
    expect(after.id).not.toBe(id)
    expect((await timelineOf(paymentId)).filter(type => type === 'refund.changed')).toHaveLength(1)
  })

  test('one that expired while the member is at the bank keeps its amount until that attempt is over', async () => {
    const paymentId = await paidOrder()
    const { userId, organisationId } = shop
    const { id } = await refund(wish(paymentId))
    // The last minute of its day.
    const expiresAt = new Date(now().getTime() + 60_000)
    await db().paymentOrder.update({ where: { id, ownerId: organisationId }, data: { expiresAt } })
    await asMember(userId, organisationId, 'refund.send', startRefund, id, { bankCode: null, presence })
    setClock(new Date(now().getTime() + 2 * 60_000))
    await sweepExpiredOrders()
    const left = async () => (await offerOf(paymentId)).refundable.amount
    expect(await left()).toBe('0.00')
    setClock(new Date(now().getTime() + 40 * 60_000))
    const [attempt] = await db().paymentAttempt.findMany({ where: { orderId: id } })
    await driveAttempt(attempt?.id ?? '', null)
    expect(await orderOf(id)).toMatchObject({ status: 'expired' })
    expect(await left()).not.toBe('0.00')
  })

  test('refused at the bank: no money moved, and it can be tried again', async () => {
    const paymentId = await paidOrder()
    const { userId, organisationId } = shop
    const { id } = await refund(wish(paymentId))
    expect((await asMember(userId, organisationId, 'refund.read', readRefund, id)).lastTry).toBeNull()
    const begin = () => asMember(userId, organisationId, 'refund.send', startRefund, id, { bankCode: null, presence })
    await arrive(await walkPayment(stack.running, new URL((await begin()).redirectTo), 'karim-haddad', 'refuse'))
    expect(await orderOf(id)).toMatchObject({ status: 'open' })
    const tryOf = async () => (await asMember(userId, organisationId, 'refund.read', readRefund, id)).lastTry
    expect(await tryOf()).toMatchObject({ how: 'refused_by_person', bankName: expect.any(String) })
    const { redirectTo } = await begin()
    expect(await tryOf()).toMatchObject({ how: 'at_bank' })
    await arrive(await walkPayment(stack.running, new URL(redirectTo), 'karim-haddad'))
    expect(await orderOf(id)).toMatchObject({ status: 'executed' })
    expect(await tryOf()).toBeNull()
  })

  test('needs a received payment, and an IBAN if the payer’s is unknown', async () => {
    const open = await newOrder(minor())
    const create = (paymentId: string, change = {}) => refund({ ...wish(paymentId), ...change })
    await expect(create(open.id)).rejects.toMatchObject({ field: 'amount.nothing_to_refund' })
    await expect(create(randomUUID())).rejects.toMatchObject({ code: 'not_found' })
    const amount = minor()
    const order = await newOrder(amount)
    await transfer(amount, order.structuredReference)
    await run()
    await expect(create(order.id)).rejects.toMatchObject({ field: 'iban' })
    for (const iban of ['FR7612345', 'BR1800360305000010009795493C1'])
      await expect(create(order.id, { iban })).rejects.toMatchObject({ field: 'iban' })
    const { id } = await create(order.id, { iban: 'DE89 3704 0044 0532 0130 00' })
    expect(await orderOf(id)).toMatchObject({ creditorIban: 'DE89370400440532013000' })
    await expect(create(id)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('needs a name that banks carry', async () => {
    const paymentId = await paidOrder()
    const named = (creditorName: string) => refund({ ...wish(paymentId), creditorName })
    await expect(named('日本')).rejects.toMatchObject({ code: 'invalid_input', field: 'creditorName' })
    expect(await orderOf((await named('Иван')).id)).toMatchObject({ creditorName: 'Ivan' })
  })

  test('the payer’s account can’t be replaced by the form if it is known', async () => {
    const paymentId = await paidOrder()
    const { id } = await refund({ ...wish(paymentId), iban: 'DE89370400440532013000' })
    expect((await orderOf(id)).creditorIban).toMatch(/^FR/)
  })

  test('are listed newest first, page by page', async () => {
    const { userId, organisationId } = shop
    const { refunds, next } = await asMember(userId, organisationId, 'refund.read', listRefunds, { limit: 2 })
    expect(refunds).toHaveLength(2)
    const more = await asMember(userId, organisationId, 'refund.read', listRefunds, { before: next })
    expect(more.refunds.map(({ id }) => id)).not.toContain(refunds[1]?.id)
    expect((await asMember(userId, { organisationId, mode: 'live' }, 'refund.read', listRefunds)).refunds).toEqual([])
  })
})

test('the account withdrawn: nothing more is copied, unmatched credits are deleted, the rest stays', async () => {
  const { userId, organisationId } = shop
  await run()
  await asMember(userId, organisationId, 'account.take_back', unlinkReconciliationAccount)
  expect(await db().incomingCredit.count({ where: { organisationId, matches: { none: {} } } })).toBe(0)
  expect(await db().incomingCredit.count({ where: { organisationId } })).toBeGreaterThan(0)
  expect(await asMember(userId, organisationId, 'reconciliation.read', readReconciliationAccount)).toMatchObject({
    state: 'none',
  })
  await expect(
    asMember(userId, organisationId, 'account.take_back', unlinkReconciliationAccount),
  ).rejects.toMatchObject({ code: 'not_found' })
  await lend()
  const before = await db().incomingCredit.count({ where: { organisationId, matches: { some: { undoneAt: null } } } })
  await run()
  expect(await db().incomingCredit.count({ where: { organisationId, matches: { some: { undoneAt: null } } } })).toBe(
    before,
  )
})
