import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { moveToBankDay } from '@guichet/values/calendar/bank-day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { now, setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { emptyTransfer, type TransferTyped } from '#lib/domain/payments/transfer/form.ts'
import { workOnce } from '#lib/jobs/tasks.ts'
import { eraseEverything, previewErasure, readErasure } from '#lib/services/data-rights/erase-everything.ts'
import { exportEverything } from '#lib/services/data-rights/export-everything.ts'
import { sweepProofsOfPayment } from '#lib/services/data-rights/proofs-of-payment.ts'
import { readHome } from '#lib/services/home/read.ts'
import { createOrder } from '#lib/services/payments/orders.ts'
import { receiveReport } from '#lib/services/payments/report.ts'
import { inOrder, refreshOrder } from '#lib/services/payments/state.ts'
import { dismissNotice } from '#lib/services/people/notices.ts'
import { refreshConnection } from '#lib/services/refresh/connection.ts'
import { type PayerDecision, walkPayment } from '#testing/bank/payer.ts'
import { noticesOf } from '#testing/people/notices.ts'
import { codeOf } from '#testing/refusal-of.ts'
import { transferOrder } from '#testing/shop/checkout-order.ts'
import { openMailbox, sendDueMails } from '#testing/stack/mailbox.ts'
import { openStack } from '#testing/stack/open.ts'
import { newConsented, newVisitor, presence } from '#testing/stack/start.ts'
import { written } from '#testing/written.ts'
import { listPayingBanks, listSources } from './accounts.ts'
import { cancelTransfer, checkTransferCancellation } from './cancel.ts'
import { addPayee, changePayee, isNewPayee, listPayees, removePayee } from './payees.ts'
import { findTransferOf, listTransfers, readTransfer, readTransferProgress } from './read.ts'
import { readDraft, sendTransfer, startTransfer, storeDraft, sweepDrafts, withdrawTransfer } from './send.ts'

/** A person's transfers with a real database and the sandbox bank. */
const stack = openStack()
const { wire } = stack
let userId: string
let accountId: string
const foreignIban = 'DE89370400440532013000'
const signed = () => ({ authenticatedAt: now() })
const stale = () => ({ authenticatedAt: new Date(now().getTime() - 5 * 60_000 - 1) })
const inDays = (days: number) => parisDay(new Date(now().getTime() + days * 86_400_000))

beforeAll(async () => {
  userId = (await newConsented()).userId
  const [first] = (await listSources({ userId })).filter(
    ({ offer }) => offer.instant === null && offer.several === null,
  )
  accountId = first?.account?.id ?? ''
})
afterEach(() => db().rateLimit.deleteMany())

const typed = (change: Partial<TransferTyped> = {}): TransferTyped => ({
  ...emptyTransfer({ accountId, bankCode: null, locale: 'fr' }),
  to: 'new',
  name: 'Garage Lenoir',
  iban: foreignIban,
  payments: [{ amount: '12,34', remittance: 'Facture 7' }],
  ...change,
})

const send = async (change: Partial<TransferTyped> = {}) =>
  sendTransfer({ userId }, await storeDraft({ userId }, null, typed(change)), signed(), presence)

async function answer(redirectTo: string, decision: PayerDecision = 'approve', person = 'camille-bernard') {
  const { callbackUrl } = await walkPayment(stack.running, new URL(redirectTo), person, decision)
  const [, , bankCode = '', , reportId = ''] = callbackUrl.pathname.split('/')
  return receiveReport({ bankCode, reportId, query: callbackUrl.searchParams, presence })
}

async function pay(change: Partial<TransferTyped> = {}): Promise<string> {
  const { orderId, redirectTo } = await send(change)
  expect(await answer(redirectTo)).toMatchObject({ orderId, ownerKind: 'person' })
  return orderId
}

const stateOf = async (orderId: string) => (await readTransferProgress({ userId }, orderId)).state

async function later(ms: number): Promise<void> {
  setClock(new Date(now().getTime() + ms))
  await workOnce('payments', 'transfers')
}

describe('sources', () => {
  test('accounts show what they support', async () => {
    const sources = await listSources({ userId })
    expect(sources.length).toBeGreaterThan(1)
    for (const { account, bank } of sources) {
      expect(account?.iban).toMatch(/^FR/)
      expect(bank.code).toBe('19870')
    }
    expect(await listSources({ userId: randomUUID() })).toEqual([])
    const hide = (hidden: boolean) => db().account.updateMany({ where: { id: accountId, userId }, data: { hidden } })
    await hide(true)
    expect((await listSources({ userId })).map(({ account }) => account?.id)).not.toContain(accountId)
    await hide(false)
  })

  test('a bank that takes no payments is not a source', async () => {
    await db().bank.update({ where: { code: '19870' }, data: { supports: ['accounts'] } })
    const sources = await listSources({ userId })
    await db().bank.update({ where: { code: '19870' }, data: { supports: ['accounts', 'payments'] } })
    expect(sources.every(({ offer }) => offer.single === 'bank_takes_no_payments')).toBe(true)
    expect((await listPayingBanks()).map(({ code }) => code)).toContain('19870')
  })
})

describe('sent, authorised at the bank, executed', () => {
  test('single: the payee is stored, the order belongs to the person and has the account', async () => {
    const id = await pay()
    const { order, line } = await readTransfer({ userId }, id)
    expect(order).toMatchObject({ status: 'executed', kind: 'transfer', mode: 'test', categoryPurpose: 'CASH' })
    expect(line).toMatchObject({ state: 'executed', amount: { amount: '12.34' }, creditorName: 'Garage Lenoir' })
    expect(order.attempts[0]?.debtorIban).toMatch(/^FR/)
    expect(await listPayees({ userId })).toMatchObject([{ name: 'Garage Lenoir', iban: foreignIban, isNew: false }])
  })

  test('several to one payee are one order with one authorisation', async () => {
    const payments = [
      { amount: '10', remittance: 'Un' },
      { amount: '20,50', remittance: '' },
    ]
    const { order } = await readTransfer({ userId }, await pay({ payments }))
    expect(order).toMatchObject({ status: 'executed', amount: { amount: '30.50' } })
    expect(order.attempts[0]?.instructions.map(one => [one.amount.amount, one.remittance])).toEqual([
      ['10.00', ['Un']],
      ['20.50', []],
    ])
  })

  test('instant', async () => {
    const { order } = await readTransfer({ userId }, await pay({ isInstant: true }))
    expect(order).toMatchObject({ status: 'executed', instant: 'required' })
  })

  test('deferred: scheduled, listed as upcoming, never "executed"', async () => {
    const id = await pay({ when: 'later', date: inDays(3) })
    expect(await stateOf(id)).toBe('scheduled')
    const { coming, past } = await listTransfers({ userId })
    expect(coming).toMatchObject([{ id, nextDay: inDays(3) }])
    expect(past.map(one => one.id)).not.toContain(id)
  })

  test('recurrent: a standing order with its next day', async () => {
    const id = await pay({ when: 'regular', date: inDays(2), frequency: 'WEEK', endDate: inDays(30) })
    expect(await stateOf(id)).toBe('standing')
    expect((await listTransfers({ userId })).standing).toMatchObject([
      { id, nextDay: moveToBankDay(inDays(2), 1), recurrence: { frequency: 'WEEK', endDate: inDays(30) } },
    ])
  })

  test('to an own account, which is not a new payee', async () => {
    const sources = await listSources({ userId })
    const own = sources.find(({ account }) => account?.id !== accountId)?.account
    const draftId = await storeDraft({ userId }, null, typed({ to: `own:${own?.id}`, name: '', iban: '' }))
    const { orderId, redirectTo } = await sendTransfer({ userId }, draftId, stale(), presence)
    await answer(redirectTo)
    expect((await readTransfer({ userId }, orderId)).order).toMatchObject({
      status: 'executed',
      creditorIban: own?.iban,
    })
  })

  test('from an account that is chosen at the bank', async () => {
    const id = await pay({ accountId: null, bankCode: '19870' })
    const { order } = await readTransfer({ userId }, id)
    expect(order.status).toBe('executed')
    expect(order.attempts[0]?.debtorIban, 'the bank tells it (document 2, note 7)').toMatch(/^FR/)
  })

  test('is found among the account’s transactions after a refresh, which link to it', async () => {
    const id = await pay()
    const { connectionId } = await db().account.findUniqueOrThrow({ where: { id: accountId } })
    expect((await readTransfer({ userId }, id)).toRead, 'accounts that were read before').toEqual([connectionId])
    await refreshConnection({ userId }, connectionId, presence)
    const { booked, order, toRead } = await readTransfer({ userId }, id)
    expect(toRead).toEqual([])
    const endToEndId = order.attempts[0]?.instructions[0]?.endToEndId ?? ''
    expect(booked).toMatchObject([{ accountId, amount: { amount: '-12.34' } }])
    expect(await findTransferOf({ userId }, endToEndId)).toBe(id)
    expect(await findTransferOf({ userId: randomUUID() }, endToEndId)).toBeNull()
  })
})

describe('not authorised', () => {
  test('refused, then sent again at the same bank', async () => {
    const { orderId, redirectTo } = await send()
    await answer(redirectTo, 'refuse')
    expect(await stateOf(orderId)).toBe('refused_by_person')
    const again = await startTransfer({ userId }, orderId, presence)
    await answer(again.redirectTo)
    expect(await stateOf(orderId)).toBe('executed')
    await expect(startTransfer({ userId }, orderId, presence)).rejects.toMatchObject({ code: 'payment_over' })
  })

  test('timed out', async () => {
    const { orderId, redirectTo } = await send()
    await answer(redirectTo, 'time_out')
    expect(await stateOf(orderId)).toBe('timed_out')
  })

  test('never came back: no money moved, and the page says so', async () => {
    const { orderId } = await send()
    expect(await stateOf(orderId)).toBe('at_bank')
    await later(40 * 60_000)
    expect(await stateOf(orderId)).toBe('timed_out')
  })

  test('withdrawn', async () => {
    const { orderId, redirectTo } = await send()
    await withdrawTransfer({ userId }, orderId)
    await answer(redirectTo)
    expect(await stateOf(orderId)).toBe('withdrawn')
  })
})

describe('held because the bank shows another amount (P15)', () => {
  const mailbox = openMailbox()
  async function held(): Promise<string> {
    const { orderId, redirectTo } = await send()
    await wire.rewrite(
      ({ method, target }) => method === 'GET' && target.includes('/payment-requests/'),
      text => text.replaceAll('"12.34"', '"12.35"'),
    )
    await answer(redirectTo)
    wire.restore()
    expect(await stateOf(orderId)).toBe('held')
    return orderId
  }

  const askedOn = async (orderId: string) =>
    (await readHome({ userId })).attention.filter(asked => asked.orderId === orderId)

  test('the person is notified at home and by mail, once, without amount or payee', async () => {
    const orderId = await held()
    expect(await askedOn(orderId)).toMatchObject([{ kind: 'transfer_held', noticeId: expect.any(String) }])
    expect(await noticesOf(userId)).toMatchObject([{ kind: 'transfer_held', path: `/transfers/${orderId}` }])
    const { order } = await readTransfer({ userId }, orderId)
    expect(order.attempts[0]).toMatchObject({ status: 'held', mismatches: [{ asked: '12.34', held: '12.35' }] })
    await sendDueMails()
    const { email } = await db().user.findUniqueOrThrow({ where: { id: userId } })
    const [mail, ...more] = await mailbox.readTo(email)
    expect(more).toEqual([])
    expect(mail?.subject).toContain('un de vos virements est suspendu')
    expect(mail?.text).toContain(`${process.env.APP_URL}/transfers/${orderId}`)
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/12[.,]3|Garage|DE89/)
    const [asked] = await askedOn(orderId)
    await dismissNotice({ userId }, asked?.noticeId ?? '')
    expect(await askedOn(orderId)).toEqual([])
  })

  test('no longer held before the mail is sent: not mailed, and not listed', async () => {
    const orderId = await held()
    await db().paymentAttempt.updateMany({ where: { orderId }, data: { status: 'rejected' } })
    await inOrder({ ownerId: userId, orderId }, refreshOrder)
    await sendDueMails()
    expect(mailbox.mails).toEqual([])
    expect(await askedOn(orderId)).toEqual([])
  })
})

describe('idempotence', () => {
  test('clicked five times in parallel: one order, one request at the bank, one address', async () => {
    const draftId = await storeDraft({ userId }, null, typed())
    await wire.tap()
    const sent = await Promise.all(
      Array.from({ length: 5 }, () => sendTransfer({ userId }, draftId, signed(), presence)),
    )
    const requests = wire.sent.filter(({ method, target }) => method === 'POST' && target.endsWith('/payment-requests'))
    expect(new Set(sent.map(({ orderId }) => orderId)).size).toBe(1)
    expect(new Set(sent.map(({ redirectTo }) => redirectTo)).size).toBe(1)
    expect(requests).toHaveLength(1)
  })

  test('however long a click waits for the one before it, it gets the same address', async () => {
    const draftId = await storeDraft({ userId }, null, typed())
    const first = await sendTransfer({ userId }, draftId, signed(), presence)
    const draft = { orderId: first.orderId, userId }
    await db().transferDraft.updateMany({
      where: draft,
      data: { leaseId: randomUUID(), leaseUntil: new Date(Date.now() + 50_000) },
    })
    const clickedAt = Date.now() + 60_000
    let at = clickedAt
    const looked = Promise.withResolvers<void>()
    setClock(() => {
      looked.resolve()
      return new Date(at)
    })
    const second = startTransfer({ userId }, first.orderId, presence)
    await looked.promise
    // The click before is answered 5 s later, and seen 5 s after that.
    at += 10_000
    await db().paymentAttempt.updateMany({
      where: { orderId: first.orderId },
      data: { redirectedAt: new Date(clickedAt + 5_000) },
    })
    await db().transferDraft.updateMany({ where: draft, data: { leaseId: null, leaseUntil: null } })
    expect((await second).redirectTo).toBe(first.redirectTo)
  })

  test('two tabs, one after the other: the second supersedes the first, and only it is paid', async () => {
    const draftId = await storeDraft({ userId }, null, typed())
    const first = await sendTransfer({ userId }, draftId, signed(), presence)
    setClock(new Date(Date.now() + 10_000))
    const second = await sendTransfer({ userId }, draftId, signed(), presence)
    expect(second.orderId).toBe(first.orderId)
    await answer(second.redirectTo)
    await answer(first.redirectTo)
    const { order } = await readTransfer({ userId }, first.orderId)
    expect(order.attempts.map(({ status }) => status)).toEqual(['executed', 'abandoned'])
  })

  test('a draft unchanged for a day is deleted, its order is not', async () => {
    const draftId = await storeDraft({ userId }, null, typed())
    const { orderId } = await sendTransfer({ userId }, draftId, signed(), presence)
    setClock(new Date(Date.now() + 25 * 3_600_000))
    expect(await sweepDrafts()).toBeGreaterThanOrEqual(1)
    await expect(readDraft({ userId }, draftId)).rejects.toMatchObject({ code: 'not_found' })
    expect((await readTransfer({ userId }, orderId)).order.id).toBe(orderId)
  })

  test('a draft has the id that its form had before', async () => {
    const id = randomUUID()
    const atOnce = Array.from({ length: 5 }, () => storeDraft({ userId }, id, typed()))
    expect(new Set(await Promise.all(atOnce))).toEqual(new Set([id]))
    expect(await storeDraft({ userId }, id, typed({ name: 'Later' }))).toBe(id)
    expect((await readDraft({ userId }, id)).typed.name).toBe('Later')
    await expect(storeDraft({ userId }, 'x', typed())).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a draft that was sent can’t be changed', async () => {
    const draftId = await storeDraft({ userId }, null, typed())
    await sendTransfer({ userId }, draftId, signed(), presence)
    await expect(storeDraft({ userId }, draftId, typed())).rejects.toMatchObject({ code: 'not_found' })
    expect((await readDraft({ userId }, draftId)).orderId).not.toBeNull()
  })
})

describe('refused before anything is sent', () => {
  test('a form with errors names them, and makes no order', async () => {
    const draftId = await storeDraft({ userId }, null, typed({ payments: [{ amount: '1.234', remittance: '' }] }))
    expect((await readDraft({ userId }, draftId)).faults).toEqual([{ field: 'amount.0', fault: 'amount_ambiguous' }])
    const sending = sendTransfer({ userId }, draftId, signed(), presence)
    await expect(sending).rejects.toMatchObject({ code: 'invalid_input', field: 'amount.0' })
    expect((await readDraft({ userId }, draftId)).orderId).toBeNull()
  })

  test('with an unconfirmed address is refused, and the draft kept (C55)', async () => {
    const draftId = await storeDraft({ userId }, null, typed())
    await db().user.update({ where: { id: userId }, data: { emailVerifiedAt: null } })
    const sending = sendTransfer({ userId }, draftId, signed(), presence)
    await expect(sending).rejects.toMatchObject({ code: 'address_not_confirmed' })
    await db().user.update({ where: { id: userId }, data: { emailVerifiedAt: new Date() } })
    expect(await readDraft({ userId }, draftId)).toMatchObject({ orderId: null, faults: [] })
  })

  test('the first transfer to an IBAN requires a fresh password, the next does not (C24)', async () => {
    const iban = 'NL91ABNA0417164300'
    const draftId = await storeDraft({ userId }, null, typed({ iban, name: 'Nieuw' }))
    expect(await readDraft({ userId }, draftId)).toMatchObject({ isNewPayee: true })
    expect(await codeOf(sendTransfer({ userId }, draftId, stale(), presence))).toBe('reauthentication_required')
    await answer((await sendTransfer({ userId }, draftId, signed(), presence)).redirectTo)
    expect(await isNewPayee(userId, iban)).toBe(false)
    const next = await storeDraft({ userId }, null, typed({ iban, name: 'Nieuw' }))
    expect(await sendTransfer({ userId }, next, stale(), presence)).toMatchObject({ redirectTo: expect.any(String) })
  })

  test('too many transfers in an hour (C46)', async () => {
    const { userId: busy } = await newVisitor()
    const draft = () => storeDraft({ userId: busy }, null, typed({ accountId: null, bankCode: '19870' }))
    await db().rateLimit.create({ data: { key: `transfers:${busy}`, windowStart: new Date(), count: 20 } })
    const sending = sendTransfer({ userId: busy }, await draft(), signed(), presence)
    await expect(sending).rejects.toMatchObject({ code: 'too_many_tries' })
  })
})

describe('cancelled at the bank', () => {
  test('a deferred one: every condition is met, the person authorises, it is cancelled', async () => {
    const id = await pay({ when: 'later', date: inDays(3) })
    const { mayCancel, conditions } = await checkTransferCancellation({ userId }, id, [], presence)
    expect([mayCancel, conditions.every(({ holds }) => holds)]).toEqual([true, true])
    const wish = { reason: 'DS02' as const, instructionIds: [] }
    await expect(cancelTransfer({ userId }, id, wish, { signed: stale(), presence })).rejects.toMatchObject({
      code: 'reauthentication_required',
    })
    await answer(await cancelTransfer({ userId }, id, wish, { signed: signed(), presence }))
    expect(await stateOf(id)).toBe('cancelled')
  })

  test('a standing order', async () => {
    const id = await pay({ when: 'regular', date: inDays(2), frequency: 'MNTH' })
    const wish = { reason: 'DUPL' as const, instructionIds: [] }
    await answer(await cancelTransfer({ userId }, id, wish, { signed: signed(), presence }))
    expect(await stateOf(id)).toBe('cancelled')
    expect((await listTransfers({ userId })).standing.map(one => one.id)).not.toContain(id)
  })

  test('one of two', async () => {
    const payments = ['1', '2'].map(amount => ({ amount, remittance: '' }))
    const id = await pay({ when: 'later', date: inDays(3), payments })
    const [first] = (await readTransfer({ userId }, id)).order.attempts[0]?.instructions ?? []
    const wish = { reason: 'DS02' as const, instructionIds: [first?.instructionId ?? ''] }
    await answer(await cancelTransfer({ userId }, id, wish, { signed: signed(), presence }))
    const { order } = await readTransfer({ userId }, id)
    expect(order.attempts[0]?.instructions.map(({ bankStatus }) => bankStatus)).toEqual(['CANC', 'PDNG'])
    expect(order.attempts[0]?.cancellations).toMatchObject([{ status: 'executed', reason: 'DS02' }])
  })

  test('refused by the person: it does not change', async () => {
    const id = await pay({ when: 'later', date: inDays(3) })
    const wish = { reason: 'DS02' as const, instructionIds: [] }
    await answer(await cancelTransfer({ userId }, id, wish, { signed: signed(), presence }), 'refuse')
    expect(await stateOf(id)).toBe('scheduled')
  })

  test('an executed one is over; an instruction of another order is not found', async () => {
    const id = await pay()
    await expect(checkTransferCancellation({ userId }, id, [], presence)).rejects.toMatchObject({
      code: 'payment_over',
    })
    expect(await codeOf(checkTransferCancellation({ userId }, id, ['X'], presence))).toBe('invalid_input')
  })
})

describe('somebody else (C29)', () => {
  test('finds and changes nothing of it', async () => {
    const draftId = await storeDraft({ userId }, null, typed())
    const { orderId } = await send()
    const { id: payeeId } = (await listPayees({ userId }))[0] ?? { id: '' }
    const other = (await newVisitor()).userId
    const wish = { reason: 'DS02' as const, instructionIds: [] }
    const tries = [
      () => readDraft({ userId: other }, draftId),
      () => storeDraft({ userId: other }, draftId, typed()),
      () => sendTransfer({ userId: other }, draftId, signed(), presence),
      () => startTransfer({ userId: other }, orderId, presence),
      () => readTransfer({ userId: other }, orderId),
      () => readTransferProgress({ userId: other }, orderId),
      () => withdrawTransfer({ userId: other }, orderId),
      () => cancelTransfer({ userId: other }, orderId, wish, { signed: signed(), presence }),
      () => checkTransferCancellation({ userId: other }, orderId, [], presence),
      () => changePayee({ userId: other }, payeeId, { name: 'X', iban: foreignIban, bic: '' }),
      () => removePayee({ userId: other }, payeeId),
    ]
    for (const attempt of tries) await expect(attempt()).rejects.toMatchObject({ code: 'not_found' })
    const stolen = await storeDraft(
      { userId: other },
      null,
      typed({ accountId: null, bankCode: '19870', to: `payee:${payeeId}` }),
    )
    expect((await readDraft({ userId: other }, stolen)).faults).toEqual([{ field: 'to', fault: 'to_missing' }])
    const foreign = await storeDraft({ userId: other }, null, typed())
    await expect(readDraft({ userId: other }, foreign), 'an account of another person').rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await listTransfers({ userId: other })).toMatchObject({ standing: [], coming: [], past: [] })
    expect(await listPayees({ userId: other })).toEqual([])
  })
})

describe('the payee book', () => {
  test('adds, changes, removes; each fault names its field', async () => {
    const me = (await newVisitor()).userId
    const added = await addPayee(
      { userId: me },
      { name: ' Léa  Martin ', iban: 'de89 3704 0044 0532 0130 00', bic: '' },
    )
    expect(added).toMatchObject({ name: 'Léa Martin', iban: foreignIban, bic: null, isNew: true, bankName: null })
    for (const [input, field] of [
      [{ name: 'X', iban: foreignIban, bic: '' }, 'iban.known'],
      [{ name: '', iban: 'NL91ABNA0417164300', bic: '' }, 'name.name_empty'],
      [{ name: 'X', iban: 'NL91ABNA0417164301', bic: '' }, 'iban.iban_invalid'],
      [{ name: 'X', iban: 'NL91ABNA0417164300', bic: 'nope' }, 'bic.bic_invalid'],
    ] as const) {
      await expect(addPayee({ userId: me }, input)).rejects.toMatchObject({ code: 'invalid_input', field })
    }
    await changePayee({ userId: me }, added.id, { name: 'Léa M.', iban: 'NL91ABNA0417164300', bic: 'ABNANL2A' })
    expect(await listPayees({ userId: me })).toMatchObject([{ name: 'Léa M.', bic: 'ABNANL2A' }])
    await removePayee({ userId: me }, added.id)
    expect(await listPayees({ userId: me })).toEqual([])
    const events = await db().auditEvent.findMany({ where: { userId: me, action: { startsWith: 'payee.' } } })
    expect(events.map(({ action }) => action).sort()).toEqual(['payee.added', 'payee.changed', 'payee.removed'])
    expect(JSON.stringify(events.map(({ detail }) => detail))).not.toContain('0417164300')
  })

  test('names the bank of an IBAN that is one of ours', async () => {
    const me = (await newVisitor()).userId
    const iban = (await listSources({ userId }))[0]?.account?.iban ?? ''
    expect(await addPayee({ userId: me }, { name: 'Camille', iban, bic: '' })).toMatchObject({ bankName: 'Bank 19870' })
  })
})

test('payees, drafts and transfers of a person who leaves are archived, then erased', async () => {
  const me = (await newVisitor()).userId
  await addPayee({ userId: me }, { name: 'Léa Martin', iban: foreignIban, bic: '' })
  const draftId = await storeDraft({ userId: me }, null, typed({ accountId: null, bankCode: '19870' }))
  const { orderId } = await sendTransfer({ userId: me }, draftId, signed(), presence)
  const archive = await text(exportEverything({ userId: me }))
  const read = JSON.parse(archive)
  expect(read.payees).toMatchObject([{ name: 'Léa Martin' }])
  expect(read.transfers).toMatchObject([{ id: orderId, amount: '12.34', attempts: [{ status: 'redirected' }] }])
  expect(read.transferDrafts).toHaveLength(1)
  expect(archive).not.toContain('Sealed')
  await eraseEverything({ userId: me }, signed(), presence)
  const left = [
    await db().payee.count({ where: { userId: me } }),
    await db().transferDraft.count({ where: { userId: me } }),
    await db().paymentOrder.count({ where: { ownerId: me } }),
    await db().paymentEvent.count({ where: { ownerId: me } }),
  ]
  expect(left).toEqual([0, 0, 0, 0])
})

test('a proof of a payment confirmed to a bank is kept for five years without the person (PSD2 art. 21)', async () => {
  const me = (await newVisitor()).userId
  const draftId = await storeDraft({ userId: me }, null, typed({ accountId: null, bankCode: '19870' }))
  const { orderId } = await sendTransfer({ userId: me }, draftId, signed(), presence)
  const confirmingAt = new Date('2026-11-01T10:00:00Z')
  await db().paymentAttempt.updateMany({ where: { orderId }, data: { status: 'executed', confirmingAt } })
  const [attempt] = await db().paymentAttempt.findMany({ where: { orderId }, include: { instructions: true } })
  expect((await previewErasure({ userId: me })).kept).toContain('payments')
  const recordId = await eraseEverything({ userId: me }, signed(), presence)
  expect(await readErasure(recordId)).toMatchObject({
    kept: ['record', 'audit_chain', 'payments'],
    deleted: { transfers: 1 },
  })
  const [trace, ...others] = await db().keptPayment.findMany({ where: { erasureId: recordId } })
  expect(others).toEqual([])
  expect(trace).toMatchObject({
    bankCode: '19870',
    resourceId: attempt?.resourceId,
    paymentInformationId: attempt?.paymentInformationId,
    endToEndIds: attempt?.instructions.map(({ endToEndId }) => endToEndId),
    amountMinor: 1234n,
    currency: 'EUR',
    status: 'executed',
    confirmingAt,
    keptUntil: new Date('2031-11-01T10:00:00Z'),
  })
  for (const secret of [me, foreignIban, 'Léa']) expect(written(trace)).not.toContain(secret)
  setClock(new Date('2031-11-01T09:59:00Z'))
  expect(await sweepProofsOfPayment()).toBe(0)
  setClock(new Date('2031-11-01T10:00:01Z'))
  expect(await sweepProofsOfPayment()).toBe(1)
  setClock(null)
  expect((await readErasure(recordId)).kept).toEqual(['record', 'audit_chain'])
})

test('the list continues from a cursor, newest first, without gaps or duplicates', async () => {
  const me = (await newVisitor()).userId
  for (let count = 0; count < 30; count += 1) {
    await createOrder(me, transferOrder(100n, { reference: `No ${count}` }))
  }
  const first = await listTransfers({ userId: me })
  const second = await listTransfers({ userId: me }, first.nextCursor)
  const ids = [...first.past, ...second.past].map(({ id }) => id)
  expect([first.past.length, second.past.length, second.nextCursor]).toEqual([25, 5, null])
  expect(new Set(ids).size).toBe(30)
})
