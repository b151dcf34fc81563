import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { storeNothing } from '#lib/base/idempotent-result.ts'
import { now, setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import type { MemberRole } from '#lib/domain/merchant/membership.ts'
import { eraseEverything } from '#lib/services/data-rights/erase-everything.ts'
import { findDueMails } from '#lib/services/mail/sending.ts'
import { closeLink, createLink, LinkInput, listLinkMails, sendLink } from '#lib/services/payments/links.ts'
import { createOrder } from '#lib/services/payments/orders.ts'
import { inOrder, refreshOrder } from '#lib/services/payments/state.ts'
import { changeEndpoint, createEndpoint, deleteEndpoint, rotateSecret } from '#lib/services/webhooks/endpoints.ts'
import { mailEndpointFailing, mailEndpointOff } from '#lib/services/webhooks/mails.ts'
import { EndpointInput } from '#lib/views/webhook.ts'
import { presence } from '#testing/bank/start.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { aMember, company } from '#testing/people/a-shop.ts'
import { asMember } from '#testing/people/as-member.ts'
import { joinAs } from '#testing/people/join-as.ts'
import { attemptRow, checkoutOrder } from '#testing/shop/checkout-order.ts'
import { endMailPauses, openMailbox, sendDueMails } from '#testing/stack/mailbox.ts'
import { changeApiKey, createApiKey, listExpiringKeys, revokeApiKey, warnOfExpiringKeys } from './api-keys.ts'
import { changeBeneficiary, withdrawBeneficiary } from './beneficiary.ts'
import { inviteMember, revokeInvitation } from './invitations.ts'
import { changeMember, readTeam } from './members.ts'
import { changeReturnUrls, createOrganisation, readOrganisation } from './organisations.ts'

const mailbox = openMailbox()
const { mails } = mailbox

const input = { ...company, name: 'Café <b>du</b> Port' }

async function person(locale: 'fr' | 'en') {
  const { userId: id, email } = await aPerson({ name: 'Zoé', locale })
  return { id, email }
}

async function shop() {
  const owner = await person('fr')
  const { id } = await createOrganisation({ userId: owner.id }, input)
  return { id, owner }
}

async function read(to: string) {
  const [mail] = await mailbox.readTo(to)
  if (!mail) throw new Error(`no mail to ${to}`)
  return mail
}
const account = { name: 'Café', iban: 'DE89370400440532013000', bic: '' }

async function join(organisationId: string, role: MemberRole, locale: 'fr' | 'en' = 'fr') {
  const one = await person(locale)
  await aMember(organisationId, role, { userId: one.id })
  return one
}

const recipients = () => mails.map(({ to }) => to).toSorted()
const delivered = () => sendDueMails().then(recipients)
const addresses = (...people: { email: string }[]) => people.map(({ email }) => email).toSorted()
const fresh = () => ({ authenticatedAt: now() })

test('every owner, and nobody else, is notified of a changed beneficiary account, without the IBAN', async () => {
  const { id, owner } = await shop()
  const second = await join(id, 'owner', 'en')
  await join(id, 'admin')
  await asMember(owner.id, id, 'beneficiary.change', changeBeneficiary, account)
  expect(await delivered()).toEqual(addresses(owner, second))
  expect((await read(second.email)).text).toContain('New payments go to DE89 •••• 3000')
  expect(mails.every(({ raw }) => !raw.includes('370400440532'))).toBe(true)
  mails.length = 0
  await asMember(owner.id, id, 'beneficiary.change', changeBeneficiary, account)
  expect(await delivered()).toEqual([])
})

test('every owner is notified of what affects money or control, and by whom, including the one who did it', async () => {
  const { id, owner } = await shop()
  const second = await join(id, 'owner', 'en')
  const admin = await join(id, 'admin', 'en')
  const endpoint = EndpointInput.parse({ mode: 'test', url: 'https://shop.example/hooks?secret=1' })
  let made = { endpoint: { id: '' } }
  let key = { view: { id: '' } }
  const by = owner.id
  const makeKey = async () => {
    key = await asMember(by, id, 'key.create', createApiKey, { mode: 'test', name: 'Shop', scopes: ['events:read'] })
  }
  const makeEndpoint = async () => {
    made = await asMember(by, id, 'webhook.create', actor => createEndpoint(actor, endpoint, storeNothing))
  }
  const rotate = () =>
    asMember(by, id, 'webhook.secret', actor =>
      rotateSecret(actor, made.endpoint.id, { isForced: false }, storeNothing),
    )
  const role = (given: MemberRole) => asMember(by, id, 'member.role', changeMember, { memberId: admin.id, role: given })
  const guest = { email: 'guest@guichet.example', role: 'owner' } as const
  const acts: readonly (readonly [act: () => Promise<unknown>, says: string])[] = [
    [() => asMember(by, id, 'member.invite', inviteMember, guest), 'guest@guichet.example is invited'],
    [() => role('owner'), 'Zoé is an owner now'],
    [() => role('viewer'), 'is no longer an owner'],
    [
      () => asMember(by, id, 'return_urls.change', changeReturnUrls, ['https://shop.example/merci?token=1']),
      'sent back to: shop.example.',
    ],
    [makeKey, '“Shop” was created'],
    [
      () => asMember(by, id, 'key.change', changeApiKey, key.view.id, { name: 'Shop' }),
      '“Shop” has another name, another last day',
    ],
    [() => asMember(by, id, 'key.revoke', revokeApiKey, key.view.id), '“Shop” was revoked'],
    [makeEndpoint, 'sent to shop.example from now on'],
    [
      () => asMember(by, id, 'webhook.change', changeEndpoint, made.endpoint.id, { isEnabled: false }),
      'turned on or off',
    ],
    [rotate, 'signed with a new secret'],
    [() => asMember(by, id, 'webhook.delete', deleteEndpoint, made.endpoint.id), 'Nothing is sent to shop.example'],
  ]
  for (const [act, says] of acts) {
    mails.length = 0
    await act()
    await sendDueMails()
    const toOwners = recipients().filter(to => to === owner.email || to === second.email)
    expect(toOwners, says).toEqual(addresses(owner, second))
    const { text, html } = await read(second.email)
    expect(text, says).toContain(says)
    expect(text, says).toContain('Done by Zoé on ')
    expect(`${text} ${html}`).not.toContain('secret=1')
    expect(`${text} ${html}`).not.toContain('token=1')
    expect((await read(owner.email)).text, says).toContain('Fait par Zoé le ')
  }
})

test('a removed owner is notified like those who stay; changes of viewers are not reported', async () => {
  const { id, owner } = await shop()
  const second = await join(id, 'owner', 'en')
  const viewer = await join(id, 'viewer')
  await asMember(owner.id, id, 'member.role', changeMember, { memberId: viewer.id, role: 'accountant' })
  await asMember(owner.id, id, 'member.role', changeMember, { memberId: viewer.id, role: null })
  expect(await delivered()).toEqual([])
  await asMember(owner.id, id, 'member.role', changeMember, { memberId: second.id, role: null })
  expect(await delivered()).toEqual(addresses(owner, second))
  expect((await read(second.email)).text).toContain('no longer belongs to the organisation')
})

test('the other owners are notified when an owner erases everything, and the erased owner’s pending changes end', async () => {
  const { id, owner } = await shop()
  const newcomer = await person('fr')
  await aMember(id, 'owner', { userId: newcomer.id, roleSince: now() })
  await asMember(newcomer.id, id, 'beneficiary.change', changeBeneficiary, account)
  await db().mail.deleteMany({})
  await eraseEverything({ userId: newcomer.id }, fresh(), presence)
  expect(await delivered()).toEqual(addresses(owner))
  expect((await read(owner.email)).text).toContain('Zoé, qui était propriétaire, a quitté l’organisation.')
  expect(await asMember(owner.id, id, 'organisation.read', readOrganisation)).toMatchObject({
    beneficiary: null,
    nextBeneficiary: null,
  })
})

test('a new owner’s beneficiary account: notified at once, with the time of effect and how to withdraw it; also when withdrawn', async () => {
  const { id, owner } = await shop()
  const newcomer = await person('en')
  await aMember(id, 'owner', { userId: newcomer.id, roleSince: now() })
  await asMember(newcomer.id, id, 'beneficiary.change', changeBeneficiary, account)
  expect(await delivered()).toEqual(addresses(owner, newcomer))
  expect((await read(newcomer.email)).text).toMatch(
    /From \d+ \w+ \d{4} at \d\d:\d\d, Paris time, new payments go to DE89 •••• 3000/,
  )
  expect((await read(owner.email)).text).toContain('annulez ce changement avant')
  mails.length = 0
  await asMember(owner.id, id, 'beneficiary.withdraw', withdrawBeneficiary)
  expect(await delivered()).toEqual(addresses(owner, newcomer))
  expect((await read(newcomer.email)).subject).toContain('undone')
})

test('an invitation contains its link, in the guest’s language; what people typed is escaped', async () => {
  const { id, owner } = await shop()
  const guest = await person('en')
  const answer = await asMember(owner.id, id, 'member.invite', inviteMember, { email: guest.email, role: 'developer' })
  expect(answer).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  const waiting = await db().mail.findMany({ where: { organisationId: id } })
  const team = await asMember(owner.id, id, 'member.read', readTeam)
  expect(team.invitations[0]?.mail).toBe('due')
  await sendDueMails()
  const mail = await read(guest.email)
  const url = /https?:\/\/\S+\/invitation\/([\w-]{43})/.exec(mail.text ?? '')?.[0] ?? ''
  const token = url.split('/').at(-1) ?? 'none'
  expect(JSON.stringify([waiting, team, await asMember(owner.id, id, 'member.read', readTeam)])).not.toContain(token)
  expect(mail.text).toContain('as developer')
  expect(mail.html).toContain('Café &lt;b&gt;du&lt;/b&gt; Port')
  expect(mail.html).toContain(`<a href="${url}"`)
  expect((await asMember(owner.id, id, 'member.read', readTeam)).invitations[0]?.mail).toBe('sent')
  expect(await db().mail.findMany({ where: { organisationId: id } })).toMatchObject([{ wordsSealed: null }])
})

test('a payment link is mailed to a payer, with its amount; a refused mail is reported to the merchant', async () => {
  const { id, owner } = await shop()
  const link = await newLink(id, owner.id)
  expect(await mailLink(id, owner.id, link.id)).toEqual({ mail: 'queued' })
  await sendDueMails()
  const mail = await read('payer@guichet.example')
  expect(mail.text).toContain(link.url)
  expect(mail.text?.replace(/\s/g, ' ')).toContain('Atelier (1 234,50 €)')
  mailbox.refuses = true
  await asMember(owner.id, id, 'link.mail', sendLink, link.id, 'nobody@guichet.example')
  await sendDueMails()
  expect(await asMember(owner.id, id, 'link.mail', listLinkMails, link.id)).toMatchObject([
    { to: 'nobody@guichet.example', state: 'failed' },
    { to: 'payer@guichet.example', state: 'sent' },
  ])
  await endMailPauses()
  expect(await findDueMails()).toEqual([])
})

const mailLink = (organisationId: string, userId: string, linkId: string) =>
  asMember(userId, organisationId, 'link.mail', sendLink, linkId, 'payer@guichet.example')

async function newLink(organisationId: string, userId: string) {
  for (const name of ['payer', 'nobody']) await joinAs(organisationId, `${name}@guichet.example`)
  await asMember(userId, organisationId, 'beneficiary.change', changeBeneficiary, account)
  await sendDueMails()
  mails.length = 0
  const wish = { title: 'Atelier', amount: '1234.50', isReusable: false }
  return asMember(userId, organisationId, 'link.change', actor =>
    createLink(actor, LinkInput.parse(wish), storeNothing),
  )
}

test('outdated mails are not sent: an invitation withdrawn, a link closed, a member gone', async () => {
  const { id, owner } = await shop()
  const link = await newLink(id, owner.id)
  const second = await join(id, 'owner')
  const { id: invitationId } = await asMember(owner.id, id, 'member.invite', inviteMember, {
    email: 'guest@guichet.example',
    role: 'viewer',
  })
  await mailLink(id, owner.id, link.id)
  await asMember(owner.id, id, 'beneficiary.change', changeBeneficiary, { ...account, name: 'Café du Port' })
  await asMember(owner.id, id, 'invitation.revoke', revokeInvitation, invitationId)
  await asMember(owner.id, id, 'link.change', closeLink, link.id)
  await asMember(owner.id, id, 'member.role', changeMember, { memberId: second.id, role: null })
  expect(await delivered()).toEqual(addresses(owner, owner, second))
  expect((await mailbox.readTo(second.email)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('retiré'),
  ])
  expect(await asMember(owner.id, id, 'link.mail', listLinkMails, link.id)).toMatchObject([{ state: 'overtaken' }])
})

test('an endpoint that answered 410 is reported once, to those who manage webhooks', async () => {
  const { id, owner } = await shop()
  const developer = await join(id, 'developer', 'en')
  await join(id, 'accountant')
  const endpoint = await newEndpoint(id, { disabledAt: now(), disabledReason: 'gone' })
  await db().$transaction(tx => mailEndpointOff(tx, endpoint))
  expect(await delivered()).toEqual(addresses(owner, developer))
  expect((await read(developer.email)).text).toMatch(/shop\.example:8443 answered 410.*\/webhooks\//s)
  expect((await read(owner.email)).subject).toContain('désactivée')
  expect(mails.some(({ raw }) => raw.includes('secret'))).toBe(false)
})

function newEndpoint(organisationId: string, change: { disabledAt?: Date; disabledReason?: 'gone' } = {}) {
  const url = 'https://shop.example:8443/hooks?token=secret'
  const row = {
    organisationId,
    mode: 'test' as const,
    url,
    secretSealed: 'none',
    secretCreatedAt: now(),
    createdAt: now(),
  }
  return db().webhookEndpoint.create({ data: { ...row, ...change } })
}

test('a failing endpoint is reported once until it has accepted something, to owners and admins who want mail', async () => {
  const { id, owner } = await shop()
  const admin = await join(id, 'admin', 'en')
  await join(id, 'developer')
  const quiet = await join(id, 'owner')
  await db().user.update({ where: { id: quiet.id }, data: { mailNotices: false } })
  const endpoint = await newEndpoint(id)
  const fails = () => db().$transaction(tx => mailEndpointFailing(tx, endpoint))
  const hoursLater = (hours: number) => setClock(new Date(Date.now() + hours * 3_600_000))
  await Promise.all([fails(), fails()])
  expect(await delivered()).toEqual(addresses(owner, admin))
  expect((await read(admin.email)).text).toMatch(/shop\.example:8443 did not accept an event.*\/webhooks\//s)
  expect((await read(owner.email)).text).toContain('n’a reçu un événement à aucun de nos essais')
  expect(mails.some(({ raw }) => raw.includes('secret'))).toBe(false)
  mails.length = 0
  hoursLater(48)
  await fails()
  expect(await delivered()).toEqual([])
  const message = { organisationId: id, mode: 'test' as const, type: 'ping', payload: '{}', createdAt: now() }
  const { id: messageId } = await db().webhookMessage.create({ data: message })
  const taken = { messageId, endpointId: endpoint.id, organisationId: id, status: 'delivered' as const }
  await db().webhookDelivery.create({ data: { ...taken, createdAt: now(), finishedAt: now() } })
  hoursLater(96)
  await fails()
  expect(await delivered()).toEqual(addresses(owner, admin))
})

test('a payment on hold is reported once, to owners and admins who want mail; not when it is no longer held', async () => {
  const { id, owner } = await shop()
  const admin = await join(id, 'admin', 'en')
  await join(id, 'accountant')
  const hold = async () => {
    const { id: orderId } = await createOrder(id, checkoutOrder(1250n, { reference: 'Panier 12' }))
    await db().paymentAttempt.create({ data: attemptRow({ orderId, ownerId: id, status: 'held' }) })
    await inOrder({ ownerId: id, orderId }, refreshOrder)
    await inOrder({ ownerId: id, orderId }, refreshOrder)
    return orderId
  }
  const orderId = await hold()
  expect(await delivered()).toEqual(addresses(owner, admin))
  expect((await read(admin.email)).subject).toContain('a test payment is on hold (Panier 12)')
  expect((await read(owner.email)).text).toContain(`/payments/${orderId}`)
  expect(mails.some(({ raw }) => raw.includes('370400440532'))).toBe(false)
  mails.length = 0
  const second = await hold()
  await db().paymentAttempt.updateMany({ where: { orderId: second }, data: { status: 'rejected' } })
  await inOrder({ ownerId: id, orderId: second }, refreshOrder)
  expect(await delivered()).toEqual([])
})

test('members whose mails fail are named to those who manage members, and to nobody else', async () => {
  const { id, owner } = await shop()
  const accountant = await join(id, 'accountant')
  const second = await join(id, 'owner')
  const since = new Date(Date.now() - 3_600_000)
  const failed = {
    kind: 'notice',
    aboutId: second.id,
    language: 'fr' as const,
    state: 'failed' as const,
    createdAt: since,
  }
  await db().mail.create({ data: { ...failed, userId: second.id, key: randomUUID(), finishedAt: since } })
  const failing = async (readerId: string) =>
    (await asMember(readerId, id, 'member.read', readTeam)).members
      .filter(one => one.mailFailingSince !== null)
      .map(({ userId }) => userId)
  expect(await failing(owner.id)).toEqual([])
  mailbox.refuses = true
  await asMember(owner.id, id, 'beneficiary.change', changeBeneficiary, account)
  await sendDueMails()
  expect((await failing(owner.id)).toSorted()).toEqual([owner.id, second.id].toSorted())
  expect(await failing(accountant.id)).toEqual([])
  mailbox.refuses = false
  await asMember(owner.id, id, 'beneficiary.change', changeBeneficiary, { ...account, name: 'Café du Port' })
  await sendDueMails()
  expect(await failing(owner.id)).toEqual([])
})

test('those who manage keys are told 14 and 3 days before one expires, once each, and not of one that was revoked', async () => {
  setClock(new Date('2026-11-26T12:00:00Z'))
  const { id, owner } = await shop()
  const developer = await join(id, 'developer', 'en')
  await join(id, 'accountant')
  const make = (name: string, expiresOn: string | null) =>
    asMember(owner.id, id, 'key.create', createApiKey, { mode: 'test', name, scopes: ['events:read'], expiresOn })
  await make('Forever', null)
  const { view } = await make('Caisse', '2026-12-15')
  await sendDueMails()
  const toldOn = async (at: string) => {
    mails.length = 0
    setClock(new Date(at))
    await warnOfExpiringKeys()
    await warnOfExpiringKeys()
    await sendDueMails()
    return recipients()
  }
  const listed = () => asMember(developer.id, id, 'key.read', listExpiringKeys)
  expect([await toldOn('2026-11-30T12:00:00Z'), await listed()]).toEqual([[], []])
  expect(await toldOn('2026-12-01T12:00:00Z')).toEqual(addresses(owner, developer))
  expect((await read(developer.email)).text).toContain('until the end of 15 December 2026')
  expect(await listed()).toEqual([{ id: view.id, name: 'Caisse', expiresOn: '2026-12-15' }])
  expect(await toldOn('2026-12-02T12:00:00Z')).toEqual([])
  expect(await toldOn('2026-12-12T12:00:00Z')).toEqual(addresses(owner, developer))
  await asMember(owner.id, id, 'key.change', changeApiKey, view.id, { name: 'Caisse', expiresOn: '2026-12-16' })
  await sendDueMails()
  await asMember(owner.id, id, 'key.revoke', revokeApiKey, view.id)
  await sendDueMails()
  expect([await toldOn('2026-12-13T12:00:00Z'), await listed()]).toEqual([[], []])
})
