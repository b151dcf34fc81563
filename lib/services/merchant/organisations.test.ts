import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { describe, expect, test } from 'vitest'
import { storeNothing } from '#lib/base/idempotent-result.ts'
import { now, setClock } from '#lib/clock.ts'
import { db, type Prisma } from '#lib/db.ts'
import type { MemberRole } from '#lib/domain/merchant/membership.ts'
import type { AttemptStatus } from '#lib/domain/payments/attempt/machine.ts'
import type { LinkState } from '#lib/domain/payments/link/state.ts'
import { noPaymentFilter, type PaymentFilter } from '#lib/domain/payments/order/filter.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { exportPayments } from '#lib/services/payments/export.ts'
import {
  changeLink,
  closeLink,
  createLink,
  LinkInput,
  listLinks,
  openLink,
  readLink,
  sendLink,
  showLink,
} from '#lib/services/payments/links.ts'
import { listPayments, readMerchantPayment, readTotals } from '#lib/services/payments/list.ts'
import { createOrder } from '#lib/services/payments/orders.ts'
import { inOrder, refreshOrder } from '#lib/services/payments/state.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { aMember, company } from '#testing/people/a-shop.ts'
import { asMember } from '#testing/people/as-member.ts'
import { attemptRow, checkoutOrder } from '#testing/shop/checkout-order.ts'
import { openMailbox } from '#testing/stack/mailbox.ts'
import { changeBeneficiary, withdrawBeneficiary } from './beneficiary.ts'
import { acceptInvitation, inviteMember, readInvitation, revokeInvitation } from './invitations.ts'
import { changeMember, leaveOrganisation, memberOf } from './members.ts'
import {
  changeReturnUrls,
  chooseOrganisation,
  createOrganisation,
  listOrganisations,
  readOrganisation,
} from './organisations.ts'

/** Merchants in a real database. Payments at a bank are tested in payments/drive.test.ts. */

const mailbox = openMailbox()

const input = {
  ...company,
  registrationNumber: '732 829 320',
  addressLines: ['12 quai', ''],
  email: 'Bonjour@Librairie.example ',
  website: 'https://librairie.example',
}
const iban = 'DE89370400440532013000'

/** An organisation with its owner and members in the given roles. */
async function shop(...roles: readonly MemberRole[]) {
  const { userId: owner } = await aPerson()
  const { id } = await createOrganisation({ userId: owner }, input)
  await setAccount(owner, id, { name: 'Librairie', iban, bic: '' })
  const others = await Promise.all(roles.map(role => join(id, role)))
  return { id, owner, others }
}

const join = (organisationId: string, role: MemberRole, roleSince = new Date(0)) =>
  aMember(organisationId, role, { roleSince })

/** The refusal of a call, as code and field. */
const refusalOf = (acting: Promise<unknown>): Promise<string> =>
  acting.then(
    () => 'done',
    error => (error instanceof Refused ? [error.code, error.field].join(' ').trim() : String(error)),
  )

/** What comes of giving a member another role, or none. */
const setRole = (as: string, id: string, memberId: string, role: MemberRole | null) =>
  refusalOf(asMember(as, id, 'member.role', changeMember, { memberId, role }))
const setAccount = (as: string, id: string, account: Parameters<typeof changeBeneficiary>[1]) =>
  asMember(as, id, 'beneficiary.change', changeBeneficiary, account)
const readOf = (as: string, id: string) => asMember(as, id, 'organisation.read', readOrganisation)
const newLink = (as: string, id: string, change: Partial<LinkInput> = {}) =>
  asMember(as, id, 'link.change', actor => createLink(actor, link(change), storeNothing))
const changing = (as: string, id: string, linkId: string, by: Parameters<typeof changeLink>[2]) =>
  asMember(as, id, 'link.change', changeLink, linkId, by)
const closing = (as: string, id: string, linkId: string) => asMember(as, id, 'link.change', closeLink, linkId)

describe('an organisation', () => {
  test('belongs to its creator, and its data is cleaned', async () => {
    const { id, owner } = await shop()
    const stranger = (await aPerson()).userId
    expect(await listOrganisations({ userId: owner })).toEqual([{ id, name: 'Librairie du Port', role: 'owner' }])
    expect(await readOf(owner, id)).toMatchObject({
      legalName: 'Librairie du Port',
      registrationNumber: '732829320',
      addressLines: ['12 quai'],
      email: 'bonjour@librairie.example',
      beneficiary: { iban, bic: null },
    })
    expect(await refusalOf(asMember(owner, 'x', 'organisation.read', readOrganisation))).toBe('not_found')
    expect(await refusalOf(chooseOrganisation({ userId: stranger }, id))).toBe('not_found')
  })

  test('is chosen among several; one that is not theirs is never', async () => {
    const [first, foreign] = [await shop(), await shop()]
    const { id: second } = await createOrganisation({ userId: first.owner }, { ...input, name: 'Café du Port' })
    expect((await chooseOrganisation({ userId: first.owner }, second)).id).toBe(second)
    expect((await chooseOrganisation({ userId: first.owner }, null)).id).toBe(first.id)
    expect((await chooseOrganisation({ userId: first.owner }, foreign.id)).id).toBe(first.id)
  })

  test.each([
    [{ name: ' \u200b ' }, 'name'],
    [{ name: 'a'.repeat(141) }, 'name'],
    [{ email: 'nobody' }, 'email'],
    [{ country: 'fr' }, 'country'],
    [{ website: 'javascript:alert(1)' }, 'website'],
    [{ registrationNumber: '<b>' }, 'registrationNumber'],
    [{ addressLines: ['1', '2', '3', '4', '5'] }, 'addressLines'],
  ])('is not made with %j', async (change, field) => {
    const { userId } = await aPerson()
    expect(await refusalOf(createOrganisation({ userId }, { ...input, ...change }))).toBe(`invalid_input ${field}`)
    expect(await listOrganisations({ userId })).toEqual([])
  })

  test('has a beneficiary account, whose IBAN is not in the audit trail, nor shown to others than owners', async () => {
    const { id, owner, others } = await shop('admin')
    const account = { name: 'Autre', iban: 'FR14 2004 1010 0505 0001 3M02 606', bic: '' }
    expect(await refusalOf(setAccount(owner, id, { ...account, iban: 'FR15' }))).toBe('invalid_input iban.iban_invalid')
    const linked = { beneficiaryUserId: owner, beneficiaryAccountId: randomUUID() }
    await db().organisation.update({ where: { id }, data: linked })
    await setAccount(owner, id, account)
    const row = await db().organisation.findUniqueOrThrow({ where: { id } })
    expect(row).toMatchObject({ beneficiaryIban: 'FR1420041010050500013M02606', beneficiaryAccountId: null })
    const found = await db().auditEvent.findMany({ where: { stream: `organisation:${id}` }, orderBy: { id: 'asc' } })
    expect(found.map(({ action }) => action)).toEqual([
      'organisation.created',
      'organisation.beneficiary_changed',
      'organisation.beneficiary_changed',
    ])
    expect(JSON.stringify(found.map(({ detail }) => detail))).not.toContain('1420041010')
    expect((await readOf(others[0] ?? '', id)).beneficiary?.iban).toBe('FR14 •••• 2606')
  })

  test('stores exact return addresses; the first invalid one is named', async () => {
    const { id, owner } = await shop()
    await asMember(owner, id, 'return_urls.change', changeReturnUrls, [
      ' https://a.example/x ',
      'https://a.example/x',
      '',
    ])
    expect((await readOf(owner, id)).returnUrls).toEqual(['https://a.example/x'])
    const wrong = asMember(owner, id, 'return_urls.change', changeReturnUrls, [
      'https://a.example/x',
      'http://a.example/',
    ])
    expect(await refusalOf(wrong)).toBe('invalid_input returnUrls.1.not_https')
  })
})

describe('members', () => {
  test('of two owners who remove each other in parallel, one stays', async () => {
    const { id, owner, others } = await shop('owner')
    const other = others[0] ?? ''
    const outcomes = await Promise.all([setRole(owner, id, other, null), setRole(other, id, owner, null)])
    expect(outcomes.filter(outcome => outcome === 'done')).toHaveLength(1)
    expect(await db().membership.count({ where: { organisationId: id, role: 'owner' } })).toBe(1)
  })

  test('the last owner neither leaves nor steps down; another may', async () => {
    const { id, owner, others } = await shop('viewer')
    expect(await refusalOf(asMember(owner, id, 'member.leave', leaveOrganisation))).toBe('not_allowed last_owner')
    expect(await setRole(owner, id, owner, 'viewer')).toBe('not_allowed last_owner')
    await setRole(owner, id, others[0] ?? '', 'owner')
    await asMember(owner, id, 'member.leave', leaveOrganisation)
    expect(await refusalOf(memberOf(owner, id, 'payments.read'))).toBe('not_found')
  })

  test('an admin neither makes nor changes owners', async () => {
    const { id, owner, others } = await shop('admin', 'viewer')
    const [admin = '', viewer = ''] = others
    expect(await setRole(admin, id, owner, null)).toMatch(/^not_allowed/)
    expect(await setRole(admin, id, viewer, 'owner')).toMatch(/^not_allowed/)
    expect(
      await refusalOf(asMember(admin, id, 'member.invite', inviteMember, { email: 'a@b.example', role: 'owner' })),
    ).toBe('not_allowed')
    expect(await setRole(admin, id, viewer, 'accountant')).toBe('done')
    expect(await setRole(admin, id, randomUUID(), null)).toBe('not_found')
  })
})

describe('a new owner', () => {
  const other = { name: 'Autre', iban: 'FR14 2004 1010 0505 0001 3M02 606', bic: '' }
  const otherIban = 'FR1420041010050500013M02606'
  const hoursOn = (hours: number) => setClock(new Date(Date.now() + hours * 3_600_000))
  /** The account that a payment made now goes to. */
  async function paidTo(id: string, owner: string): Promise<string> {
    const wish = LinkInput.parse({ title: 'T', amount: '1.00', isReusable: true })
    const link = await asMember(owner, id, 'link.change', actor => createLink(actor, wish, storeNothing))
    const { publicId } = await openLink(link.slug, null)
    return (await db().paymentOrder.findUniqueOrThrow({ where: { publicId } })).creditorIban
  }

  test('sets another account: shown and reported at once, in effect a day later, by the clock (C53)', async () => {
    const { id, owner } = await shop()
    const newcomer = await join(id, 'owner', new Date(now().getTime() + 1))
    const linked = { beneficiaryUserId: owner, beneficiaryAccountId: randomUUID() }
    await db().organisation.update({ where: { id }, data: linked })
    await setAccount(newcomer, id, other)
    const view = await readOf(owner, id)
    expect(view).toMatchObject({ beneficiary: { iban }, nextBeneficiary: { iban: otherIban, byName: 'Someone' } })
    const waitMs = new Date(view.nextBeneficiary?.from ?? 0).getTime() - now().getTime()
    expect(Math.round(waitMs / 3_600_000)).toBe(24)
    expect(await paidTo(id, owner)).toBe(iban)
    hoursOn(23)
    expect(await paidTo(id, owner)).toBe(iban)
    hoursOn(25)
    expect(await paidTo(id, owner)).toBe(otherIban)
    expect(await readOf(owner, id)).toMatchObject({
      beneficiary: { iban: otherIban },
      nextBeneficiary: null,
    })
    expect(await refusalOf(asMember(owner, id, 'beneficiary.withdraw', withdrawBeneficiary))).toBe('not_found')
    // The next write stores the account in effect and ends the loan of the other one.
    await setAccount(owner, id, { ...other, name: 'Librairie' })
    const row = await db().organisation.findUniqueOrThrow({ where: { id } })
    expect(row).toMatchObject({ beneficiaryIban: otherIban, beneficiaryNextIban: null, beneficiaryAccountId: null })
  })

  test('can be overruled by any owner before that: withdrawn, set again, or removed', async () => {
    const { id, owner } = await shop()
    const start = async () => {
      const newcomer = await join(id, 'owner', new Date(now().getTime() + 1))
      await setAccount(newcomer, id, other)
      return newcomer
    }
    const waits = async () => (await readOf(owner, id)).nextBeneficiary !== null
    const first = await start()
    await asMember(owner, id, 'beneficiary.withdraw', withdrawBeneficiary)
    expect(await waits()).toBe(false)
    expect(await refusalOf(asMember(owner, id, 'beneficiary.withdraw', withdrawBeneficiary))).toBe('not_found')
    await setAccount(first, id, other)
    await setAccount(owner, id, { name: 'Librairie', iban, bic: '' })
    expect(await waits()).toBe(false)
    for (const end of [
      (newcomer: string) => setRole(owner, id, newcomer, null),
      (newcomer: string) => setRole(owner, id, newcomer, 'viewer'),
      (newcomer: string) => asMember(newcomer, id, 'member.leave', leaveOrganisation),
    ]) {
      const newcomer = await start()
      expect(await waits()).toBe(true)
      await end(newcomer)
      expect(await waits()).toBe(false)
    }
    await start()
    await setAccount(owner, id, other)
    expect(await readOf(owner, id)).toMatchObject({
      beneficiary: { iban: otherIban },
      nextBeneficiary: null,
    })
  })

  test('also waits with the first account; of two in parallel, one change is pending; an owner of a week does not wait', async () => {
    const { userId: founder } = await aPerson()
    const { id } = await createOrganisation({ userId: founder }, input)
    const newcomer = await join(id, 'owner', new Date(now().getTime() + 1))
    await Promise.all([1, 2].map(() => setAccount(newcomer, id, other)))
    const view = await readOf(founder, id)
    expect(view).toMatchObject({ beneficiary: null, nextBeneficiary: { iban: otherIban } })
    const action = 'organisation.beneficiary_changed'
    expect(await db().auditEvent.count({ where: { stream: `organisation:${id}`, action } })).toBe(1)
    hoursOn(7 * 24 + 1)
    await setAccount(newcomer, id, { name: 'Encore', iban, bic: '' })
    expect(await readOf(founder, id)).toMatchObject({
      beneficiary: { iban },
      nextBeneficiary: null,
    })
  })

  test('is new from the day they became owner, and cannot remove earlier ones', async () => {
    const { id, owner } = await shop()
    const promoted = await join(id, 'admin')
    await setRole(owner, id, promoted, 'owner')
    expect(await setRole(promoted, id, owner, null)).toBe('not_allowed new_owner')
    expect(await setRole(promoted, id, owner, 'viewer')).toBe('not_allowed new_owner')
    // Given the same role again: nothing changes.
    hoursOn(6 * 24)
    await setRole(owner, id, promoted, 'owner')
    hoursOn(7 * 24 + 1)
    expect(await setRole(promoted, id, owner, 'viewer')).toBe('done')
  })
})

describe('an invitation', () => {
  /** The token in the newest mail to the address, the only place where it is. */
  const mailedTo = ({ email }: { email: string }) => mailbox.lastTo(email, /\/invitation\/([\w-]{43})/)

  test('is for one address, once, and its token is not stored', async () => {
    const { id, owner } = await shop()
    const [guest, thief] = [await aPerson(), await aPerson()]
    const answer = await asMember(owner, id, 'member.invite', inviteMember, {
      email: guest.email.toUpperCase(),
      role: 'accountant',
    })
    expect(answer).toEqual({ id: expect.any(String) })
    const token = await mailedTo(guest)
    expect(token).toHaveLength(43)
    expect(JSON.stringify(await db().invitation.findMany({ where: { organisationId: id } }))).not.toContain(token)
    expect(await readInvitation(token, guest.userId)).toMatchObject({
      role: 'accountant',
      state: 'open',
      email: guest.email,
      joined: null,
    })
    expect(await refusalOf(acceptInvitation(thief, token))).toBe('not_allowed email')
    const outcomes = await Promise.all([1, 2].map(() => refusalOf(acceptInvitation(guest, token))))
    expect(outcomes.toSorted()).toEqual(['done', 'not_found'])
    expect(await readInvitation(token, guest.userId)).toMatchObject({ state: 'accepted', joined: id })
    expect(await readInvitation(token, thief.userId)).toMatchObject({ state: 'accepted', joined: null })
    expect((await memberOf(guest.userId, id, 'payments.read')).role).toBe('accountant')
    expect(
      await refusalOf(asMember(owner, id, 'member.invite', inviteMember, { email: guest.email, role: 'viewer' })),
    ).toBe('invalid_input email.member')
  })

  test('ends after seven days, when it is withdrawn, and when another replaces it', async () => {
    const { id, owner } = await shop()
    const guest = await aPerson()
    const invite = () => asMember(owner, id, 'member.invite', inviteMember, { email: guest.email, role: 'viewer' })
    await invite()
    const first = await mailedTo(guest)
    const { id: secondId } = await invite()
    const second = await mailedTo(guest)
    expect(await refusalOf(acceptInvitation(guest, first))).toBe('not_found')
    await asMember(owner, id, 'invitation.revoke', revokeInvitation, secondId)
    expect(await refusalOf(asMember(owner, id, 'invitation.revoke', revokeInvitation, secondId))).toBe('not_found')
    expect(await refusalOf(acceptInvitation(guest, second))).toBe('not_found')
    await invite()
    const third = await mailedTo(guest)
    expect(new Set([first, second, third]).size).toBe(3)
    setClock(new Date(Date.now() + 7 * 86_400_000 + 1_000))
    expect((await readInvitation(third, guest.userId)).state).toBe('expired')
    expect(await refusalOf(acceptInvitation(guest, third))).toBe('not_found')
  })

  test('is not possible without a mail server: its link goes to the address, or nowhere (C54)', async () => {
    delete process.env.SMTP_URL
    const { id, owner } = await shop()
    const guest = await aPerson()
    expect(
      await refusalOf(asMember(owner, id, 'member.invite', inviteMember, { email: guest.email, role: 'viewer' })),
    ).toBe('mails_off')
    expect(await db().invitation.count({ where: { organisationId: id } })).toBe(0)
  })
})

const link = (change: Partial<LinkInput> = {}) =>
  LinkInput.parse({ title: 'Atelier d’été', amount: '12.50', isReusable: false, ...change })

describe('a payment link', () => {
  const orderOf = (publicId: string) => db().paymentOrder.findUniqueOrThrow({ where: { publicId } })

  test('makes the order as its merchant fixed it (C40), to the current account', async () => {
    const { id, owner } = await shop()
    const { slug } = await newLink(owner, id)
    expect(await refusalOf(openLink(slug, '1.00'))).toBe('invalid_input amount.amount_fixed')
    const order = await orderOf((await openLink(slug)).publicId)
    expect(order).toMatchObject({
      ownerId: id,
      ownerKind: 'organisation',
      kind: 'link',
      mode: 'test',
      amountMinor: 1250n,
      creditorIban: iban,
      reference: expect.stringMatching(/^ATELIER-D-ETE-[0-9A-F]{4}$/),
      categoryPurpose: 'DVPM',
    })
  })

  test('for a single payment has one order at a time, however many open it in parallel', async () => {
    const { id, owner } = await shop()
    const { slug, id: linkId } = await newLink(owner, id)
    const opened = await Promise.all(Array.from({ length: 6 }, () => openLink(slug)))
    expect(new Set(opened.map(({ publicId }) => publicId)).size).toBe(1)
    await db().paymentOrder.updateMany({ where: { linkId }, data: { status: 'executed' } })
    expect(await refusalOf(openLink(slug))).toBe('payment_over')
    expect(await asMember(owner, id, 'link.read', readLink, linkId)).toMatchObject({
      state: 'used',
      uses: 1,
      paid: 1,
    })
    expect(await showLink(slug)).toMatchObject({ state: 'used', payee: 'Librairie du Port', holder: 'Librairie' })
  })

  test('with an open amount: another one withdraws the first order, unless somebody has authorised it', async () => {
    const { id, owner } = await shop()
    const { slug } = await newLink(owner, id, { amount: '', min: '5', max: '50' })
    expect(await refusalOf(openLink(slug))).toBe('invalid_input amount.amount_missing')
    expect(await refusalOf(openLink(slug, '4.99'))).toBe('invalid_input amount.amount_too_small')
    const first = await openLink(slug, '10.00')
    const second = await openLink(slug, '20.00')
    expect((await orderOf(first.publicId)).status).toBe('cancelled')
    await begun((await orderOf(second.publicId)).id, id, 'authorised')
    expect(await refusalOf(openLink(slug, '30.00'))).toBe('payment_under_way')
  })

  const passed = () => setClock(new Date(Date.now() + 25 * 3_600_000))
  const begun = (orderId: string, ownerId: string, status: AttemptStatus) =>
    db().paymentAttempt.create({ data: attemptRow({ orderId, ownerId, status }) })

  test.each(['redirected', 'authorised', 'confirming', 'confirmed', 'held'] as const)(
    'for a single payment makes no second order while one whose time is over has an attempt that is %s',
    async status => {
      const { id, owner } = await shop()
      const { slug, id: linkId } = await newLink(owner, id)
      const order = await orderOf((await openLink(slug)).publicId)
      const { id: attemptId } = await begun(order.id, id, status)
      await inOrder({ ownerId: id, orderId: order.id }, refreshOrder)
      passed()
      expect(await refusalOf(openLink(slug))).toBe(status === 'confirmed' ? 'payment_over' : 'payment_under_way')
      expect(await db().paymentOrder.count({ where: { linkId } })).toBe(1)
      await db().paymentAttempt.update({ where: { id: attemptId }, data: { status: 'expired' } })
      await inOrder({ ownerId: id, orderId: order.id }, refreshOrder)
      expect((await orderOf((await openLink(slug)).publicId)).id).not.toBe(order.id)
    },
  )

  test('for a single payment is the same order once a part of it arrived in time', async () => {
    const { id, owner } = await shop()
    const { slug } = await newLink(owner, id)
    const { publicId } = await openLink(slug)
    await db().paymentOrder.update({ where: { publicId }, data: { receivedMinor: 500n, receivedAt: now() } })
    passed()
    expect(await openLink(slug)).toEqual({ publicId })
  })

  test('for several payments numbers its references without gaps or duplicates', async () => {
    const { id, owner } = await shop()
    const { slug, id: linkId } = await newLink(owner, id, { isReusable: true, referencePrefix: 'été 26' })
    await Promise.all(Array.from({ length: 5 }, () => openLink(slug)))
    const orders = await db().paymentOrder.findMany({ where: { linkId }, orderBy: { reference: 'asc' } })
    expect(orders.map(({ reference }) => reference)).toEqual([1, 2, 3, 4, 5].map(n => `ETE-26-000${n}`))
  })

  test('can be renamed and extended, without changing its orders or its amount', async () => {
    const { id, owner } = await shop()
    const made = await newLink(owner, id, { expiresOn: parisDay(now()) })
    const { publicId } = await openLink(made.slug)
    const renamed = await changing(owner, id, made.id, {
      title: ' Ébène ',
      description: 'Bois',
    })
    expect(renamed).toMatchObject({
      title: 'Ébène',
      description: 'Bois',
      expiresAt: made.expiresAt,
      amount: made.amount,
    })
    const order = await db().paymentOrder.findFirstOrThrow({ where: { publicId, ownerId: id } })
    expect(order.description).not.toBe('Ébène')
    setClock(new Date(Date.now() + 25 * 3_600_000))
    expect((await asMember(owner, id, 'link.read', readLink, made.id)).state).toBe('expired')
    const change = { title: 'Ébène', description: '' }
    expect(await refusalOf(changing(owner, id, made.id, { ...change, expiresOn: '2020-01-01' }))).toBe(
      'invalid_input expiresAt',
    )
    expect((await changing(owner, id, made.id, { ...change, expiresOn: null })).state).toBe('open')
    expect(await refusalOf(changing(owner, id, made.id, { ...change, title: ' ' }))).toBe('invalid_input title')
    await closing(owner, id, made.id)
    expect(await refusalOf(changing(owner, id, made.id, change))).toBe('invalid_input link')
  })

  test('that is closed, expired or unknown makes no order', async () => {
    const { id, owner } = await shop()
    const closed = await newLink(owner, id)
    expect((await closing(owner, id, closed.id)).state).toBe('closed')
    expect(await refusalOf(openLink(closed.slug))).toBe('payment_over')
    expect(await refusalOf(asMember(owner, id, 'link.mail', sendLink, closed.id, 'a@b.example'))).toBe(
      'invalid_input link',
    )
    const today = parisDay(now())
    const short = await newLink(owner, id, { expiresOn: today })
    setClock(new Date(Date.now() + 25 * 3_600_000))
    expect(await refusalOf(openLink(short.slug))).toBe('payment_over')
    expect(await refusalOf(openLink('x'.repeat(22)))).toBe('not_found')
  })

  test.each([
    [{ amount: '0' }, 'amount'],
    [{ amount: '1.234' }, 'amount'],
    [{ min: '1' }, 'min'],
    [{ amount: '', min: '9', max: '8' }, 'max'],
    [{ title: '\u200b' }, 'title'],
    [{ returnUrl: 'https://elsewhere.example/' }, 'returnUrl'],
    [{ expiresOn: '2020-01-01' }, 'expiresAt'],
  ])('is not made with %j', async (change, field) => {
    const { id, owner } = await shop()
    expect(await refusalOf(newLink(owner, id, change))).toBe(`invalid_input ${field}`)
  })

  test('needs a beneficiary account', async () => {
    const { userId } = await aPerson()
    const { id } = await createOrganisation({ userId }, input)
    expect(await refusalOf(newLink(userId, id))).toBe('invalid_input beneficiary')
  })

  test('are listed by state', async () => {
    const { id, owner } = await shop()
    const make = (change: Partial<LinkInput> = {}) => newLink(owner, id, change)
    const [single, reusable, closed, expired, used] = [
      await make(),
      await make({ isReusable: true }),
      await make(),
      await make({ expiresAt: new Date(now().getTime() + 60_000).toISOString() }),
      await make({ expiresAt: new Date(now().getTime() + 60_000).toISOString() }),
    ]
    for (const { slug } of [reusable, used]) await openLink(slug)
    await db().paymentOrder.updateMany({ where: { ownerId: id }, data: { status: 'executed' } })
    await closing(owner, id, closed.id)
    setClock(new Date(now().getTime() + 61_000))
    const idsIn = async (state: LinkState) =>
      (await asMember(owner, id, 'link.read', listLinks, { state })).links.map(one => {
        expect(one.state).toBe(state)
        return one.id
      })
    expect(await idsIn('open')).toEqual([reusable.id, single.id])
    expect(await idsIn('closed')).toEqual([closed.id])
    expect(await idsIn('expired')).toEqual([expired.id])
    expect(await idsIn('used')).toEqual([used.id])
  })

  test('are listed by mode, page by page', async () => {
    const { id, owner } = await shop()
    const createdAt = now()
    await db().paymentLink.createMany({
      data: Array.from({ length: 60 }, (_, at) => ({
        organisationId: id,
        createdByUserId: owner,
        slug: randomUUID(),
        title: `L${at}`,
        createdAt,
      })),
    })
    const first = await asMember(owner, id, 'link.read', listLinks)
    const second = await asMember(owner, id, 'link.read', listLinks, { before: first.next })
    expect([first.links.length, second.links.length, second.next]).toEqual([50, 10, null])
    expect(new Set([...first.links, ...second.links].map(one => one.id)).size).toBe(60)
    expect((await asMember(owner, { organisationId: id, mode: 'live' }, 'link.read', listLinks)).links).toEqual([])
  })
})

describe('payments of an organisation', () => {
  async function order(ownerId: string, change: Record<string, unknown> = {}) {
    const { id } = await createOrder(ownerId, checkoutOrder(1250n))
    return db().paymentOrder.update({ where: { id }, data: change })
  }

  const attempt = (orderId: string, ownerId: string, change: Partial<Prisma.PaymentAttemptUncheckedCreateInput> = {}) =>
    db().paymentAttempt.create({ data: attemptRow({ orderId, ownerId, ...change }) })

  const exported = async (owner: string, id: string, format: 'csv' | 'csv-fr' | 'json') =>
    text(await asMember(owner, id, 'payment.export', exportPayments, { format }))

  const found = async (owner: string, id: string, filter: Partial<PaymentFilter>) =>
    (
      await asMember(owner, id, 'payment.read', listPayments, { filter: { ...noPaymentFilter, ...filter } })
    ).payments.map(({ reference }) => reference)

  test('are found by filter, within the organisation', async () => {
    const [{ id, owner }, foreign] = [await shop(), await shop()]
    await order(foreign.id, { reference: 'Foreign' })
    const a = await order(id, {
      reference: 'Café 100%_',
      status: 'executed',
      createdAt: new Date('2026-03-01T22:30:00Z'),
    })
    await order(id, {
      reference: 'Beta',
      amountMinor: 9900n,
      kind: 'link',
      createdAt: new Date('2026-03-02T00:00:00Z'),
    })
    await order(id, { reference: 'Live', mode: 'live' })
    await attempt(a.id, id, { bankCode: '19872' })
    const cafe = ['Café 100%_']
    const filters: [Partial<PaymentFilter>, string[]][] = [
      [{}, ['Beta', ...cafe]],
      [{ q: 'café' }, cafe],
      [{ q: '0%_' }, cafe],
      [{ q: '%' }, cafe],
      [{ q: '99,00' }, ['Beta']],
      [{ q: a.structuredReference }, cafe],
      [{ status: 'executed' }, cafe],
      [{ kind: 'link' }, ['Beta']],
      [{ min: '12.51' }, ['Beta']],
      [{ max: '12.50' }, cafe],
      [{ bank: '19872' }, cafe],
      // 22:30 UTC in winter is 23:30 in Paris: still the first of March.
      [{ to: '2026-03-01' }, cafe],
      [{ from: '2026-03-02' }, ['Beta']],
    ]
    for (const [filter, these] of filters) expect(await found(owner, id, filter), JSON.stringify(filter)).toEqual(these)
    expect(await refusalOf(asMember(foreign.owner, foreign.id, 'payment.read', readMerchantPayment, a.id))).toBe(
      'not_found',
    )
  })

  test('are paged, each once, also those of one instant', async () => {
    const { id, owner } = await shop()
    for (let at = 0; at < 120; at += 1) await order(id, { createdAt: new Date('2026-05-01T10:00:00Z') })
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof listPayments>> = await asMember(owner, id, 'payment.read', listPayments, {
        filter: noPaymentFilter,
        cursor,
      })
      seen.push(...page.payments.map(one => one.id))
      cursor = page.next
    } while (cursor !== null)
    expect([seen.length, new Set(seen).size]).toEqual([120, 120])
    const wrong = asMember(owner, id, 'payment.read', listPayments, { filter: noPaymentFilter, cursor: "1.x'" })
    expect(await refusalOf(wrong)).toBe('invalid_input cursor')
  })

  test('are summed correctly: accepted is not paid, and a refund is not income', async () => {
    const { id, owner } = await shop()
    setClock(new Date('2026-06-15T10:00:00Z'))
    const at = now()
    const yesterday = new Date('2026-06-14T10:00:00Z')
    const paid = await order(id, { status: 'executed', createdAt: yesterday, finishedAt: at })
    const old = await order(id, { status: 'executed', createdAt: yesterday, finishedAt: yesterday })
    const accepted = await order(id, { status: 'confirmed', createdAt: at })
    await order(id, { status: 'executed', kind: 'refund', createdAt: at, finishedAt: at })
    await order(id, { status: 'held', createdAt: at })
    const gone = { executionDate: at, redirectedAt: at }
    await attempt(paid.id, id, { status: 'rejected', ...gone, returnedAt: at, finishedAt: at })
    await attempt(paid.id, id, { status: 'executed', ...gone, authorisedAt: at, confirmedAt: at, bankCode: '19871' })
    await attempt(old.id, id, { status: 'executed', ...gone, authorisedAt: at, confirmedAt: at })
    await attempt(accepted.id, id, { status: 'confirmed', ...gone, authorisedAt: at, confirmedAt: at })
    const totals = await asMember(owner, id, 'payment.read', readTotals)
    expect(totals.today).toEqual({
      created: { count: 2, amount: '25.00' },
      executed: { count: 1, amount: '12.50' },
      confirmed: { count: 1, amount: '12.50' },
      rejectedAttempts: 1,
    })
    expect(totals.month.executed).toEqual({ count: 2, amount: '25.00' })
    expect(totals.days.slice(-2).map(({ day, amount }) => [day, amount])).toEqual([
      ['2026-06-14', '12.50'],
      ['2026-06-15', '12.50'],
    ])
    expect(totals.days).toHaveLength(30)
    expect(totals.steps.map(({ count }) => count)).toEqual([4, 3, 3, 3, 3, 2])
    expect(totals.banks.map(({ bankCode, attempts }) => [bankCode, attempts])).toEqual([
      ['19870', 3],
      ['19871', 1],
    ])
    expect(totals.held).toBe(1)
    expect(
      (await asMember(owner, { organisationId: id, mode: 'live' }, 'payment.read', readTotals)).month.created.count,
    ).toBe(0)
  })

  test('are exported as text cells (C47), without a payer’s IBAN that was not agreed to', async () => {
    const { id, owner } = await shop()
    const formula = await order(id, { reference: '=HYPERLINK("x")', description: '@SUM(1)' })
    const shown = await order(id, { reference: 'Shown', payerShowsIban: true })
    const payer = { debtorIban: 'FR1420041010050500013M02606' }
    await attempt(formula.id, id, payer)
    const read = (format: 'csv' | 'csv-fr' | 'json') => exported(owner, id, format)
    const csv = await read('csv')
    expect(csv).toContain(`"'=HYPERLINK(""x"")"`)
    expect(csv).toContain("'@SUM(1)")
    expect(csv).not.toContain(payer.debtorIban)
    expect(await read('csv-fr')).toMatch(/^\uFEFFidentifiant;.*;12,50;EUR;/s)
    const { payments } = JSON.parse(await read('json'))
    expect(payments).toHaveLength(2)
    await attempt(shown.id, id, payer)
    expect(await read('csv')).toContain(payer.debtorIban)
  })

  test('are exported for French spreadsheets: days in Paris, decimal commas, refunds negative', async () => {
    const { id, owner } = await shop()
    const createdAt = new Date('2026-06-30T22:30:00Z')
    await order(id, { createdAt, finishedAt: new Date('2026-07-01T08:05:00Z'), status: 'executed' })
    await order(id, { createdAt, kind: 'refund' })
    await order(id, { createdAt, status: 'expired', receivedMinor: 1250n })
    const rows = async (format: 'csv' | 'csv-fr') => (await exported(owner, id, format)).split('\r\n').slice(1, -1)
    const french = await rows('csv-fr')
    expect(french.filter(row => row.includes(';01/07/2026;00:30;01/07/2026;10:05;'))).toHaveLength(1)
    expect(french.map(row => row.split(';').find(cell => /,\d\d$/.test(cell))).sort()).toEqual([
      '-12,50',
      '12,50',
      '12,50',
    ])
    expect(french.map(row => row.split(';')[7]).sort()).toEqual(['en attente', 'payé', 'payé par virement'])
    expect((await rows('csv')).map(row => row.split(',')[8]).sort()).toEqual(['-12.50', '12.50', '12.50'])
  })
})
