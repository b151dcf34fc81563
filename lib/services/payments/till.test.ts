import { addDays } from '@guichet/values/calendar/day.ts'
import { parisDay, parisInstant } from '@guichet/values/calendar/paris.ts'
import { describe, expect, test } from 'vitest'
import { storeNothing } from '#lib/base/idempotent-result.ts'
import { now, setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import type { MemberRole } from '#lib/domain/merchant/membership.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import { changeOrganisation, readOrganisation } from '#lib/services/merchant/organisations.ts'
import { type PayerDecision, walkPayment } from '#testing/bank/payer.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { aShop, company } from '#testing/people/a-shop.ts'
import { asMember } from '#testing/people/as-member.ts'
import { refusalOf } from '#testing/refusal-of.ts'
import { openStack } from '#testing/stack/open.ts'
import { presence } from '#testing/stack/start.ts'
import { createLink, LinkInput, openLink } from './links.ts'
import { startPublicAttempt } from './public-order.ts'
import { receiveReport } from './report.ts'
import { cancelSale, readSale, readTill, sell } from './till.ts'

/** The counter, with a real database and the real bank. */
const stack = openStack()

async function aTill(role: MemberRole = 'cashier') {
  const member = await aPerson()
  const { userId } = member
  const { organisationId: id } = await aShop({ member, role })
  const wish = (change: object, locale: 'fr' | 'en') => ({ amount: '', note: '', item: '', locale, ...change })
  return {
    id,
    userId,
    sell: (change: object, locale: 'fr' | 'en' = 'fr') => asMember(userId, id, 'till.sell', sell, wish(change, locale)),
    read: () => asMember(userId, id, 'till.read', readTill),
    sale: (sale: string) => asMember(userId, id, 'till.read', readSale, sale),
    cancel: (sale: string) => asMember(userId, id, 'till.cancel', cancelSale, sale),
  }
}

async function pay(publicId: string, decision: PayerDecision = 'approve'): Promise<void> {
  const plain = { bankCode: '19870', debtorIban: '', identifier: '', showsIban: false, payerUserId: null }
  const { redirectTo } = await startPublicAttempt(publicId, { ...plain, presence })
  const { callbackUrl } = await walkPayment(stack.running, new URL(redirectTo), 'camille-bernard', decision)
  const [, , bankCode = '', , reportId = ''] = callbackUrl.pathname.split('/')
  await receiveReport({ bankCode, reportId, query: callbackUrl.searchParams, presence })
}

test('a cashier sells, the customer pays, and the day’s list has both', async () => {
  const till = await aTill()
  const { id } = await till.sell({ amount: '12,50', note: 'Deux cafés' })
  const sale = await till.sale(id)
  expect(sale).toMatchObject({ state: 'waiting', note: 'Deux cafés', amount: { amount: '12.50', currency: 'EUR' } })
  expect(sale.reference).toMatch(/^CAISSE-\d{4}-[2-9A-Z]{5}$/)
  expect(sale.url).toContain(`/pay/${sale.publicId}`)
  await pay(sale.publicId, 'refuse')
  expect((await till.sale(id)).state).toBe('failed')
  await pay(sale.publicId)
  expect((await till.sale(id)).state).toBe('paid')
  await till.sell({ amount: '3' })
  expect(await till.read()).toMatchObject({
    stopped: null,
    paid: { amount: '12.50', currency: 'EUR' },
    paidCount: 1,
    sales: [
      { state: 'waiting', amount: { amount: '3.00' } },
      { id, state: 'paid' },
    ],
  })
})

test('a saved item is a reusable link of a fixed amount, and no other', async () => {
  const till = await aTill('owner')
  const link = (change: object) => {
    const wish = LinkInput.parse({ title: 'Croissant', amount: '1.20', isReusable: true, ...change })
    return asMember(till.userId, till.id, 'link.change', actor => createLink(actor, wish, storeNothing))
  }
  const item = await link({})
  const others = [await link({ isReusable: false }), await link({ amount: '' }), await link({ title: 'Closed' })]
  await db().paymentLink.update({ where: { id: others[2]?.id ?? '' }, data: { closedAt: now() } })
  expect((await till.read()).items).toEqual([
    { id: item.id, title: 'Croissant', amount: { amount: '1.20', currency: 'EUR' } },
  ])
  const { id } = await till.sell({ item: item.id, amount: '99' })
  expect(await till.sale(id)).toMatchObject({ note: 'Croissant', amount: { amount: '1.20' } })
  for (const wrong of [...others.map(one => one.id), 'x', till.id]) {
    expect(await refusalOf(till.sell({ item: wrong }))).toMatchObject({ code: 'invalid_input', field: 'item' })
  }
})

test('sales and links are instant as the organisation has set, which other changes leave', async () => {
  const till = await aTill('owner')
  const change = (instant?: 'never') =>
    asMember(till.userId, till.id, 'organisation.change', changeOrganisation, {
      ...company,
      ...omitUndefined({ instant }),
    })
  const read = () => asMember(till.userId, till.id, 'organisation.read', readOrganisation)
  const wish = LinkInput.parse({ title: 'Croissant', amount: '1.20', isReusable: true })
  const { slug } = await asMember(till.userId, till.id, 'link.change', actor => createLink(actor, wish, storeNothing))
  const made = async () => {
    const { publicId } = await openLink(slug)
    const where = { OR: [{ publicId }, { id: (await till.sell({ amount: '5' })).id }] }
    return (await db().paymentOrder.findMany({ where })).map(({ instant }) => instant)
  }
  expect([(await read()).instant, await made()]).toEqual(['preferred', ['preferred', 'preferred']])
  await change('never')
  expect([(await read()).instant, await made()]).toEqual(['never', ['never', 'never']])
  await change()
  expect((await read()).instant).toBe('never')
})

test.each([
  ['', 'fr'],
  ['0', 'fr'],
  ['-3', 'en'],
  ['zwölf', 'fr'],
  ['1,234', 'fr'],
  ['999999999999', 'en'],
] as const)('the amount %s (%s) is refused by name', async (amount, locale) => {
  const till = await aTill()
  expect(await refusalOf(till.sell({ amount }, locale))).toMatchObject({ code: 'invalid_input', field: 'amount' })
  expect((await till.read()).sales).toEqual([])
})

test('amounts are read as the page’s language writes them', async () => {
  const till = await aTill()
  const { id } = await till.sell({ amount: '1,234.50' }, 'en')
  expect((await till.sale(id)).amount.amount).toBe('1234.50')
})

describe('cancelling', () => {
  test('is possible until the customer pays', async () => {
    const till = await aTill()
    const { id } = await till.sell({ amount: '5' })
    await till.cancel(id)
    expect((await till.sale(id)).state).toBe('cancelled')
    const other = await till.sell({ amount: '5' })
    await pay((await till.sale(other.id)).publicId)
    expect(await refusalOf(till.cancel(other.id))).toMatchObject({ code: 'payment_under_way' })
  })

  test('reaches sales of this till only', async () => {
    const [till, stranger] = [await aTill(), await aTill()]
    const { id } = await till.sell({ amount: '5' })
    for (const act of [stranger.cancel, stranger.sale]) {
      expect(await refusalOf(act(id))).toMatchObject({ code: 'not_found' })
    }
    await db().paymentOrder.update({ where: { id }, data: { soldByUserId: null } })
    for (const act of [till.cancel, till.sale]) {
      expect(await refusalOf(act(id))).toMatchObject({ code: 'not_found' })
    }
    expect((await till.read()).sales).toEqual([])
  })
})

test('an unpaid sale expires; tomorrow the list is empty and the sale is out of sight', async () => {
  const till = await aTill()
  const { id } = await till.sell({ amount: '5' })
  setClock(new Date(now().getTime() + 31 * 60_000))
  expect((await till.sale(id)).state).toBe('expired')
  setClock(new Date(now().getTime() + 26 * 60 * 60_000))
  expect((await till.read()).sales).toEqual([])
  expect(await refusalOf(till.sale(id))).toMatchObject({ code: 'not_found' })
})

test('past midnight a late sale is still listed, and what was paid counts on the day it was paid', async () => {
  const till = await aTill()
  const midnight = parisInstant(addDays(parisDay(now()), 1), 0).getTime()
  const aSale = async (minutes: number, paidMinutes: number) => {
    setClock(new Date(midnight + minutes * 60_000))
    const { id } = await till.sell({ amount: '5' })
    const data = { status: 'executed', finishedAt: new Date(midnight + paidMinutes * 60_000) } as const
    await db().paymentOrder.update({ where: { id }, data })
    return id
  }
  const [early, late] = [await aSale(-70, -60), await aSale(-10, 5)]
  expect(await till.read()).toMatchObject({ sales: [{ id: late }, { id: early }] })
  setClock(new Date(midnight + 6 * 60_000))
  expect(await till.read()).toMatchObject({ paidCount: 1, paid: { amount: '5.00' }, sales: [{ id: late }] })
})

test('without an account nothing is sold, and the till says why', async () => {
  const till = await aTill()
  await db().organisation.update({ where: { id: till.id }, data: { beneficiaryIban: null, beneficiaryName: null } })
  expect((await till.read()).stopped).toBe('beneficiary_missing')
  expect(await refusalOf(till.sell({ amount: '5' }))).toMatchObject({ code: 'beneficiary_missing' })
})
