import { randomBytes, randomUUID } from 'node:crypto'
import { makeIban } from '@guichet/sandbox/people/iban.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { now, setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { people } from '#testing/bank/customers.ts'
import { type PayerDecision, walkPayment } from '#testing/bank/payer.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { aShop } from '#testing/people/a-shop.ts'
import { codeOf, refusalOf as findRefusal } from '#testing/refusal-of.ts'
import { checkoutOrder } from '#testing/shop/checkout-order.ts'
import { openStack } from '#testing/stack/open.ts'
import { newRead, presence } from '#testing/stack/start.ts'
import { written } from '#testing/written.ts'
import { readHandTransfer } from './epc.ts'
import { createOrder, type NewOrder, withdrawOrder } from './orders.ts'
import { openTypedLink } from './public-link.ts'
import { listPayBanks, type PublicStart, readPayProgress, readPublicOrder, startPublicAttempt } from './public-order.ts'
import { readPayeeReceipt, readReceipt } from './receipt.ts'
import { receiveReport } from './report.ts'

/** The hosted page's services with a real database and the real bank. */
const stack = openStack()
let ownerId = ''
beforeEach(async () => {
  await db().rateLimit.deleteMany()
  ownerId = randomUUID()
})

const iban = 'DE89370400440532013000'
/** Without `IP`. */
const ordinaryIban = makeIban('19870', '00310', '00398150038')

async function order(change: Partial<NewOrder> = {}) {
  const asked = {
    returnUrl: 'https://shop.example/back?basket=7&session={CHECKOUT_SESSION_ID}',
    metadata: { basket: 'not for the payer' },
    expiresAt: new Date(now().getTime() + 86_400_000),
  }
  return createOrder(ownerId, checkoutOrder(1234n, { ...asked, ...change }))
}

const plain: PublicStart = {
  bankCode: '19870',
  debtorIban: '',
  identifier: '',
  showsIban: false,
  presence,
  payerUserId: null,
}
const payer = { ipAddress: '203.0.113.7', userAgent: 'a browser' }
const start = (publicId: string, change: Partial<PublicStart> = {}) =>
  startPublicAttempt(publicId, { ...plain, ...change })

async function pay(publicId: string, change: Partial<PublicStart> = {}, decision: PayerDecision = 'approve') {
  await answerBank(await start(publicId, change), decision)
}

async function answerBank({ redirectTo }: { readonly redirectTo: string }, decision: PayerDecision = 'approve') {
  return comeBack((await walkPayment(stack.running, new URL(redirectTo), 'camille-bernard', decision)).callbackUrl)
}

function comeBack({ pathname, searchParams: query }: URL) {
  const [, , bankCode = '', , reportId = ''] = pathname.split('/')
  return receiveReport({ bankCode, reportId, query, presence })
}

async function refusalOf(act: Promise<unknown>) {
  const { code, field } = (await findRefusal(act)) ?? { code: null }
  return { code, field }
}

describe('an instant transfer', () => {
  const plainBank = '19870'
  beforeEach(async () => {
    await db().bank.update({ where: { code: '19871' }, data: { supports: ['payments', 'instant'] } })
  })
  const attemptOf = (orderId: string) => db().paymentAttempt.findFirstOrThrow({ where: { orderId } })
  const offered = async (wantsInstant: 'never' | 'preferred' | 'required') =>
    new Map((await listPayBanks({ isTest: true, wantsInstant })).map(({ bank, isInstant }) => [bank.code, isInstant]))

  test('required: a bank without it is neither offered nor accepted', async () => {
    const { publicId, id } = await order({ instant: 'required' })
    expect([...(await offered('required')).keys()]).not.toContain(plainBank)
    expect(await refusalOf(start(publicId, { bankCode: plainBank }))).toEqual({ code: 'bank_unknown', field: 'bank' })
    await start(publicId, { bankCode: '19871' })
    expect(await attemptOf(id)).toMatchObject({ isInstant: true })
    expect(await readPublicOrder(publicId)).toMatchObject({ instant: 'required' })
  })

  test('preferred: an ordinary one at a bank without it, which the payer is told', async () => {
    expect((await offered('preferred')).get(plainBank)).toBe(false)
    expect((await offered('preferred')).get('19871')).toBe(true)
    expect((await offered('never')).get('19871')).toBe(false)
    const [ordinary, instant] = [await order({ instant: 'preferred' }), await order({ instant: 'preferred' })]
    await pay(ordinary.publicId, { bankCode: plainBank })
    expect(await attemptOf(ordinary.id)).toMatchObject({ isInstant: false, status: 'executed' })
    expect(await readPublicOrder(ordinary.publicId)).toMatchObject({ instant: 'never', wantsInstant: 'preferred' })
    await start(instant.publicId, { bankCode: '19871' })
    expect(await attemptOf(instant.id)).toMatchObject({ isInstant: true })
  })

  test('preferred, by somebody whose linked accounts at that bank have none: ordinary at once, and said before', async () => {
    const { visitor, connectionId } = await newRead(people.camille)
    const { bankCode } = await db().connection.findUniqueOrThrow({ where: { id: connectionId } })
    await db().bank.update({ where: { code: bankCode }, data: { supports: ['payments', 'instant'] } })
    const asPayer = { bankCode, payerUserId: visitor.userId }
    const shown = async () =>
      (await listPayBanks({ isTest: true, wantsInstant: 'preferred' }, '', visitor.userId)).find(
        ({ bank }) => bank.code === bankCode,
      )?.isInstant
    const startedAs = async () => {
      const { id, publicId } = await order({ instant: 'preferred' })
      await start(publicId, asPayer)
      return [(await attemptOf(id)).isInstant, (await readPublicOrder(publicId))?.instant]
    }
    await db().account.updateMany({ where: { connectionId }, data: { features: ['SCT', 'IP'] } })
    expect([await shown(), ...(await startedAs())]).toEqual([true, true, 'preferred'])
    await db().account.updateMany({ where: { connectionId }, data: { features: ['SCT'] } })
    expect([await shown(), ...(await startedAs())]).toEqual([false, false, 'never'])
    await db().bank.update({ where: { code: bankCode }, data: { supports: ['payments'] } })
  })

  test('never: an ordinary one everywhere', async () => {
    const { publicId, id } = await order()
    await start(publicId, { bankCode: '19871' })
    expect(await attemptOf(id)).toMatchObject({ isInstant: false })
  })

  test('preferred, refused while a worker reads it: the ordinary one follows all the same', async () => {
    await db().bank.update({ where: { code: plainBank }, data: { supports: ['payments', 'instant'] } })
    const { publicId, id } = await order({ instant: 'preferred' })
    const { redirectTo } = await start(publicId, { debtorIban: ordinaryIban })
    const { callbackUrl } = await walkPayment(stack.running, new URL(redirectTo), 'camille-bernard')
    const lend = (leaseUntil: Date) =>
      db().paymentAttempt.updateMany({ where: { orderId: id }, data: { leaseUntil, leaseId: ownerId } })
    await lend(new Date(Date.now() + 60_000))
    const back = comeBack(callbackUrl)
    await expect.poll(async () => (await attemptOf(id)).returnedAt).not.toBeNull()
    await lend(new Date(0))
    expect((await back)?.redirectTo).toContain('19870')
    await db().bank.update({ where: { code: plainBank }, data: { supports: ['payments'] } })
  })

  test('preferred, but no account for it: an ordinary one at that bank follows at once; required stays', async () => {
    await db().bank.update({ where: { code: plainBank }, data: { supports: ['payments', 'instant'] } })
    const triesOf = async (instant: 'preferred' | 'required') => {
      const { publicId, id } = await order({ instant })
      const begun = await start(publicId, { debtorIban: ordinaryIban })
      const { callbackUrl } = await walkPayment(stack.running, new URL(begun.redirectTo), 'camille-bernard')
      const back = await comeBack(callbackUrl)
      // As a browser that loads the address again.
      expect(await comeBack(callbackUrl)).toMatchObject({ redirectTo: null })
      const stage = instant === 'preferred' ? 'waiting' : 'lapsed'
      expect(await readPublicOrder(publicId)).toMatchObject({ stage, ordinaryAt: [plainBank] })
      const shown = await listPayBanks({ isTest: true, wantsInstant: instant, ordinaryAt: [plainBank] })
      const { redirectTo } = back?.redirectTo ? back : await start(publicId, { debtorIban: ordinaryIban })
      await answerBank({ redirectTo: redirectTo ?? '' })
      const tries = await db().paymentAttempt.findMany({ where: { orderId: id }, orderBy: { createdAt: 'asc' } })
      return [
        shown.find(({ bank }) => bank.code === plainBank)?.isInstant,
        tries.map(one => [one.isInstant, one.status]),
      ]
    }
    expect(await triesOf('preferred')).toEqual([
      false,
      [
        [true, 'rejected'],
        [false, 'executed'],
      ],
    ])
    expect(await triesOf('required')).toEqual([
      true,
      [
        [true, 'rejected'],
        [true, 'rejected'],
      ],
    ])
    await db().bank.update({ where: { code: plainBank }, data: { supports: ['accounts', 'payments'] } })
  })
})

describe('a receipt by mail', () => {
  const wishOf = async (id: string) => {
    const { receiptEmail, receiptLanguage } = await db().paymentOrder.findUniqueOrThrow({ where: { id } })
    return [receiptEmail, receiptLanguage]
  }

  test('is remembered with its language, and taken back by an empty field', async () => {
    const { publicId, id } = await order()
    await start(publicId, { receiptEmail: ' Ada@Example.com', locale: 'en' })
    expect(await wishOf(id)).toEqual(['ada@example.com', 'en'])
    await start(publicId, { receiptEmail: '' })
    expect(await wishOf(id)).toEqual([null, null])
  })

  test('an address that is none is refused by the name of its field', async () => {
    const { publicId } = await order()
    const wrong = { receiptEmail: 'ada@' }
    expect(await refusalOf(start(publicId, wrong))).toEqual({ code: 'invalid_input', field: 'receiptEmail' })
  })
})

describe('the way back to the shop', () => {
  const wayOf = async (publicId: string) => (await readPublicOrder(publicId))?.goOnTo ?? null

  test('is open when the bank has accepted the payment, not before', async () => {
    const { publicId, id } = await order()
    expect(await wayOf(publicId)).toBeNull()
    await start(publicId)
    expect(await wayOf(publicId)).toBeNull()
    await pay(publicId)
    const target = new URL((await wayOf(publicId)) ?? '')
    expect(target.host).toBe('shop.example')
    expect(target.searchParams.get('payment_id')).toBe(id)
  })

  test('is none from a payment that was refused, or without an address', async () => {
    const [refused, homeless] = [await order(), await order({ returnUrl: null })]
    await pay(refused.publicId, {}, 'refuse')
    await pay(homeless.publicId)
    expect(await wayOf(refused.publicId)).toBeNull()
    expect(await wayOf(homeless.publicId)).toBeNull()
  })
})

describe('an account that the payee named', () => {
  const debtorIban = 'FR7630006000011234567890189'
  const sentBy = async (change: Partial<PublicStart>) => {
    const { publicId, id } = await order({ debtorIban })
    expect(await readPublicOrder(publicId)).toMatchObject({ knownDebtor: 'FR76 •••• 0189' })
    await start(publicId, change)
    return (await db().paymentAttempt.findFirstOrThrow({ where: { orderId: id } })).debtorIban
  }

  test('is the only one offered, unless the payer pays from another', async () => {
    expect(await sentBy({})).toBe(debtorIban)
    expect(await sentBy({ isOtherAccount: true })).toBeNull()
    expect(await sentBy({ debtorIban: 'DE89 3704 0044 0532 0130 00' })).toBe(iban)
  })
})

describe('what a payer sees of an order', () => {
  test('shows the order and nothing private to the payee', async () => {
    const { publicId, id } = await order()
    const shown = await readPublicOrder(publicId)
    expect(shown).toMatchObject({ stage: 'open', payee: 'Librairie du Port', hasReceipt: false, goOnTo: null })
    const text = JSON.stringify(shown)
    for (const secret of [ownerId, id, 'not for the payer', iban]) expect(text).not.toContain(secret)
  })

  test.each([
    ['match', 'confirmed'],
    ['close_match', 'almost'],
    ['no_match', 'other'],
    ['not_possible', 'unchecked'],
  ] as const)('what the bank of the account said of its holder, %s: %s', async (answer, finding) => {
    const creditor = { name: 'Le Café Hué SARL', iban, bic: null }
    const { publicId } = await order({ creditor })
    const asked = { ownerId, ownerKind: 'organisation', iban, source: 'bank' } as const
    const other = { name: 'Another', answer: 'match', verifiedAt: now() } as const
    const ours = { name: creditor.name, answer, verifiedAt: new Date(now().getTime() - 86_400_000) }
    expect((await readPublicOrder(publicId))?.holderCheck).toEqual({ finding: 'unchecked', at: null })
    await db().payeeVerification.createMany({ data: [other, ours].map(one => ({ ...asked, ...one })) })
    const at = finding === 'unchecked' ? null : ours.verifiedAt.toISOString()
    expect((await readPublicOrder(publicId))?.holderCheck).toEqual({ finding, at })
  })

  test('the reference as banks carry it, if that is another text', async () => {
    const { publicId } = await order({ reference: 'Œuvre n° 7' })
    expect(await readPublicOrder(publicId)).toMatchObject({ reference: 'Œuvre n° 7', remittance: 'OEuvre no 7' })
    expect(await readPublicOrder((await order()).publicId)).toMatchObject({ remittance: null })
  })

  test('paid: back to the payee’s own address, with id and status beside what stood in it', async () => {
    const { publicId, id } = await order()
    await pay(publicId)
    expect(await readPublicOrder(publicId)).toMatchObject({
      stage: 'paid',
      goOnTo: `https://shop.example/back?basket=7&session=${id}&payment_id=${id}&status=executed`,
      hasReceipt: true,
    })
  })

  test('received by a transfer: nothing is left to pay, no bank is asked and no loop begins', async () => {
    const { publicId, id } = await order()
    const receive = (receivedMinor: bigint) =>
      db().paymentOrder.update({ where: { id }, data: { receivedMinor, receivedAt: new Date() } })
    const { amountMinor } = await receive(1n)
    expect(await readPublicOrder(publicId)).toMatchObject({ stage: 'part_received', received: { amount: '0.01' } })
    await receive(amountMinor)
    expect(await readPublicOrder(publicId)).toMatchObject({ stage: 'received', giveUpTo: null, isOverpaid: false })
    await expect(start(publicId)).rejects.toMatchObject({ code: 'payment_over' })
    await receive(amountMinor + 1n)
    expect(await readPublicOrder(publicId)).toMatchObject({ stage: 'received', hasReceipt: false, isOverpaid: true })
  })

  test('whoever comes back from a replaced attempt is told so; the others are not', async () => {
    const { publicId } = await order()
    const [first, second] = [await start(publicId), await start(publicId)]
    expect(await answerBank(first)).toMatchObject({ replaced: 1 })
    expect(await readPublicOrder(publicId, 1)).toMatchObject({ stage: 'waiting', isReplaced: true })
    for (const other of [null, 2, 3])
      expect(await readPublicOrder(publicId, other)).toMatchObject({ isReplaced: false })
    expect(await answerBank(second)).toMatchObject({ replaced: null })
    expect(await readPublicOrder(publicId, 1)).toMatchObject({ stage: 'paid' })
  })

  test('refused: the reason, and the order stays open', async () => {
    const { publicId } = await order()
    await pay(publicId, {}, 'refuse')
    expect(await readPublicOrder(publicId)).toMatchObject({ stage: 'declined', reason: 'CUST', goOnTo: null })
  })

  test('no account that can pay: shows the bank’s code, and another attempt can start', async () => {
    const { publicId } = await order()
    await pay(publicId, { debtorIban: 'DE89 3704 0044 0532 0130 00' })
    const shown = await readPublicOrder(publicId)
    expect(shown).toMatchObject({ stage: 'lapsed', goOnTo: null })
    expect(shown?.reason).toMatch(/^[A-Z]{2}[0-9]{2}$|^NOAS$/)
  })

  test('an expired order is over before any sweep has run', async () => {
    const { publicId } = await order()
    setClock(new Date(now().getTime() + 86_400_001))
    expect(await readPublicOrder(publicId)).toMatchObject({ stage: 'over' })
    expect(await codeOf(start(publicId))).toBe('payment_over')
  })

  test.each(['', 'x', '../../etc', 'A'.repeat(22), randomBytes(16).toString('hex')])(
    '%j is nothing',
    async publicId => {
      expect(await readPublicOrder(publicId)).toBeNull()
      expect(await codeOf(readPayProgress(publicId, payer))).toBe('not_found')
      expect(await codeOf(start(publicId))).toBe('not_found')
    },
  )

  test('a person’s transfer is not on these pages', async () => {
    const { publicId } = await order({ ownerKind: 'person', kind: 'transfer', categoryPurpose: 'CASH' })
    expect(await readPublicOrder(publicId)).toBeNull()
    expect(await codeOf(start(publicId))).toBe('not_found')
  })
})

describe('starting at the bank', () => {
  test.each([
    ['debtorIban', { debtorIban: 'FR76 1987 0000 0100 0000 0000 139' }],
    ['debtorIban', { debtorIban: 'FR76' }],
    ['identifier', { identifier: '<script>' }],
    ['identifier', { identifier: '1'.repeat(71) }],
  ] as const)('an invalid %s: refused by name, nothing started', async (field, change) => {
    const { publicId, id } = await order()
    expect(await refusalOf(start(publicId, change))).toEqual({ code: 'invalid_input', field })
    expect(await db().paymentAttempt.count({ where: { orderId: id } })).toBe(0)
  })

  test('each start records anew whether the payee may see the account', async () => {
    const { publicId, id } = await order()
    const agreed = async () => (await db().paymentOrder.findUniqueOrThrow({ where: { id } })).payerShowsIban
    await start(publicId, { showsIban: true })
    expect(await agreed()).toBe(true)
    await start(publicId)
    expect(await agreed()).toBe(false)
    await pay(publicId)
    expect(await codeOf(start(publicId, { showsIban: true }))).toBe('payment_over')
    expect(await agreed()).toBe(false)
  })

  test('the identifier is not stored', async () => {
    const { publicId, id } = await order()
    await start(publicId, { identifier: '90817263' })
    const rows = [
      await db().paymentOrder.findMany({ where: { id } }),
      await db().paymentAttempt.findMany({ where: { orderId: id } }),
      await db().paymentEvent.findMany({ where: { orderId: id } }),
    ]
    expect(written(rows)).not.toContain('90817263')
  })

  /** Sets the count of the address to `made` attempts in this window. */
  const count = (what: string, ipAddress: string, made: number) =>
    db().rateLimit.create({ data: { key: `${what}:${ipAddress}`, windowStart: now(), count: made } })

  test('two hundred payers behind one address start three times each, and the next waits until a named time (C46)', async () => {
    const ipAddress = '198.51.100.20'
    const orders = await Promise.all([order(), order()])
    await count('pay-start', ipAddress, 599)
    const from = { presence: { ...presence, ipAddress } }
    await start(orders[0]?.publicId ?? '', from)
    await expect(start(orders[1]?.publicId ?? '', from)).rejects.toMatchObject({
      code: 'too_many_tries',
      retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds > 0 && seconds <= 600),
    })
  })

  test('one browser that starts one payment over and over is refused alone: no other payer, no other payment (C46)', async () => {
    const [first, other] = await Promise.all([order(), order()])
    const from = (userAgent: string) => ({ presence: { ...presence, ipAddress: '198.51.100.21', userAgent } })
    // Refused as invalid input, but still counted as a start.
    const wrong = { debtorIban: 'FR76', ...from('looping') }
    for (let tries = 0; tries < 10; tries += 1) await refusalOf(start(first.publicId, wrong))
    expect(await codeOf(start(first.publicId, from('looping')))).toBe('too_many_tries')
    await start(first.publicId, from('another'))
    await start(other.publicId, from('looping'))
    const { count: ofAddress } = await db().rateLimit.findUniqueOrThrow({ where: { key: 'pay-start:198.51.100.21' } })
    expect(ofAddress).toBe(12)
  })

  test('polling is limited as well: per payment and browser, and per address', async () => {
    const [first, other] = await Promise.all([order(), order()])
    expect(await readPayProgress(first.publicId, payer)).toEqual({ stage: 'open', version: 1 })
    await db().rateLimit.updateMany({
      where: { key: { startsWith: 'pay-poll:' }, NOT: { key: `pay-poll:${payer.ipAddress}` } },
      data: { count: 1_200 },
    })
    expect(await codeOf(readPayProgress(first.publicId, payer))).toBe('too_many_tries')
    expect(await readPayProgress(first.publicId, { ...payer, userAgent: 'two' })).toMatchObject({ stage: 'open' })
    expect(await readPayProgress(other.publicId, payer)).toMatchObject({ stage: 'open' })
    await count('pay-poll', '203.0.113.10', 30_000)
    const crowd = { ...payer, ipAddress: '203.0.113.10' }
    expect(await codeOf(readPayProgress(other.publicId, crowd))).toBe('too_many_tries')
    expect(await codeOf(readPayProgress('x'.repeat(22), crowd))).toBe('too_many_tries')
  })

  test('only banks that take payments of the order’s mode, each with whether it answers', async () => {
    const { publicId } = await order()
    await db().bank.update({ where: { code: '19871' }, data: { supports: ['accounts'] } })
    const down = { breaker: 'open' as const, downSince: now(), retryAt: new Date(now().getTime() + 60_000) }
    const where = { bankCode: '19872' }
    await db().bankHealth.upsert({ where, create: { ...where, ...down }, update: down })
    const shown = await readPublicOrder(publicId)
    const banks = await listPayBanks({ isTest: shown?.isTest ?? false, wantsInstant: 'never' })
    expect(banks.map(({ bank }) => bank.code)).not.toContain('19871')
    expect(banks.find(({ bank }) => bank.code === '19872')).toMatchObject({ answers: false })
    expect(await codeOf(start(publicId, { bankCode: '19872' }))).toBe('bank_paused')
    expect(await readHandTransfer(publicId)).not.toBeNull()
    expect(await listPayBanks({ isTest: false, wantsInstant: 'never' })).toEqual([])
    // Nobody has called it since its pause ended: a payer may.
    await db().bankHealth.update({ where, data: { retryAt: now() } })
    const again = await listPayBanks({ isTest: true, wantsInstant: 'never' })
    expect(again.find(({ bank }) => bank.code === '19872')).toMatchObject({ answers: true })
    await db().bankHealth.deleteMany()
  })
})

describe('bank transfer without Guichet', () => {
  test('its code has the amount and the order’s own reference', async () => {
    const { publicId, structuredReference } = await order({ mode: 'live' })
    const transfer = await readHandTransfer(publicId)
    expect(transfer?.epcText?.split('\n').slice(5)).toEqual([
      'Librairie du Port',
      iban,
      'EUR12.34',
      '',
      structuredReference,
    ])
  })

  test('after a part has arrived it is for the rest', async () => {
    const { id, publicId } = await order({ mode: 'live' })
    await db().paymentOrder.update({ where: { id }, data: { receivedMinor: 1000n, receivedAt: now() } })
    const transfer = await readHandTransfer(publicId)
    expect(transfer?.amount).toEqual({ amount: '2.34', currency: 'EUR' })
    expect(transfer?.epcText).toContain('EUR2.34')
  })

  test('a test shows accounts at test banks only, and no code of another', async () => {
    const { publicId } = await order()
    expect(await readHandTransfer(publicId)).toMatchObject({ iban: 'DE89 •••• 3000', isMasked: true, epcText: null })
    const sandbox = 'FR7619870000000000000471106'
    const own = await order({ creditor: { name: 'Librairie du Port', iban: sandbox, bic: null } })
    expect(await readHandTransfer(own.publicId)).toMatchObject({ iban: sandbox, isMasked: false })
    expect((await readHandTransfer(own.publicId))?.epcText).toContain(sandbox)
  })

  test('none for an order of a suspended organisation', async () => {
    const { organisationId: id } = await aShop({ suspendedAt: now() })
    const { publicId } = await createOrder(id, checkoutOrder())
    expect(await readHandTransfer(publicId)).toBeNull()
  })

  test('none for an order that is paid, withdrawn, a batch, in another currency, or a refund', async () => {
    const paid = await order()
    await pay(paid.publicId)
    const withdrawn = await order()
    await withdrawOrder(ownerId, withdrawn.id)
    const one = { amountMinor: 1n, remittance: [] }
    const several = await order({ instructions: [one, one] })
    const refund = await order({ kind: 'refund' })
    for (const { publicId } of [paid, withdrawn, several, refund]) expect(await readHandTransfer(publicId)).toBeNull()
  })
})

describe('receipts', () => {
  test('none before the payer agreed; then all that article 46 wants', async () => {
    const { publicId } = await order()
    expect(await codeOf(readReceipt(publicId, null))).toBe('not_found')
    await start(publicId)
    expect(await codeOf(readReceipt(publicId, null))).toBe('not_found')
    await pay(publicId)
    const receipt = await readReceipt(publicId, null)
    expect(receipt).toMatchObject({
      truth: 'executed',
      amount: { amount: '12.34', currency: 'EUR' },
      charges: { amount: '0.00', currency: 'EUR' },
      reference: 'Commande 4711',
      payer: { bankCode: '19870', iban: null },
    })
    expect(receipt.receivedAt).not.toBeNull()
    expect(receipt.transfers[0]?.endToEndId).toMatch(/^[0-9A-F]{32}$/)
  })

  test('the payer’s account: whole for the payer signed in; for anybody else masked if the payer agreed, else none', async () => {
    const payerUserId = randomUUID()
    const hidden = await order()
    await pay(hidden.publicId, { payerUserId: payerUserId })
    expect((await readReceipt(hidden.publicId, payerUserId)).payer.iban).toMatch(/^FR76\d{23}$/)
    expect((await readReceipt(hidden.publicId, randomUUID())).payer.iban).toBeNull()
    const agreed = await order()
    await pay(agreed.publicId, { showsIban: true })
    for (const anybody of [null, randomUUID()])
      expect((await readReceipt(agreed.publicId, anybody)).payer.iban).toMatch(/^FR76 •••• \d{4}$/)
  })

  test('of a refund the account that gets it is the payer’s: masked as well', async () => {
    const { publicId } = await order()
    await pay(publicId)
    await db().paymentOrder.update({ where: { publicId, ownerId }, data: { kind: 'refund' } })
    expect((await readReceipt(publicId, null)).payee.iban).toContain('••••')
  })

  test('the payee’s copy is for members who may read payments, and for nobody else', async () => {
    const { publicId } = await order()
    await pay(publicId)
    const [member, { userId: stranger }] = [await aPerson(), await aPerson()]
    await aShop({ id: ownerId, member, role: 'viewer' })
    expect(await readPayeeReceipt(member, publicId)).toMatchObject({ truth: 'executed', payer: { iban: null } })
    expect(await codeOf(readPayeeReceipt({ userId: stranger }, publicId))).toBe('not_found')
  })
})

describe('a link with an open amount', () => {
  async function link() {
    const { userId: creator } = await aShop({ id: ownerId, beneficiaryIban: iban })
    const slug = randomBytes(16).toString('base64url')
    const data = { organisationId: ownerId, slug, title: 'Don', minMinor: 500n, createdByUserId: creator }
    await db().paymentLink.create({ data: { ...data, createdAt: now() } })
    return slug
  }

  test.each([
    ['', 'amount_missing'],
    ['douze', 'amount_invalid'],
    ['1.234', 'amount_ambiguous'],
    ['1,234567', 'amount_decimals'],
    ['0', 'amount_invalid'],
    ['4,99', 'amount_too_small'],
    ['99999999999999', 'amount_too_large'],
  ])('%j: %s', async (amount, fault) => {
    const typed = { amount, locale: 'fr' } as const
    const refused = { code: 'invalid_input', field: `amount.${fault}` }
    expect(await refusalOf(openTypedLink(await link(), typed, payer))).toEqual(refused)
  })

  test('the amount in the language of the page becomes the order’s', async () => {
    const { publicId } = await openTypedLink(await link(), { amount: '1 234,5', locale: 'fr' }, payer)
    expect(await readPublicOrder(publicId)).toMatchObject({ amount: { amount: '1234.50' }, kind: 'link' })
  })
})
