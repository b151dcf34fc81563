import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { hashOf, newSecret } from '#lib/base/secrets.ts'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'

import { type ActName, actOf, acts } from '#lib/domain/acts.ts'
import { answerInvitation, invite } from '#lib/services/household/invitations.ts'
import { acceptInvitation, inviteMember, readInviter, signUpInvited } from '#lib/services/merchant/invitations.ts'
import { createOrganisation } from '#lib/services/merchant/organisations.ts'
import { statementsOf } from '#testing/database/statements-of.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { aShop, company } from '#testing/people/a-shop.ts'
import { asMember } from '#testing/people/as-member.ts'
import { refusalOf } from '#testing/refusal-of.ts'
import { openMailbox, sendDueMails } from '#testing/stack/mailbox.ts'
import { sweepMailedLinks } from './mailed-links.ts'
import { notifyPerson } from './notices.ts'
import { checkPassword, signUp } from './users.ts'
import {
  finishSignUp,
  isUnverified,
  readSignUpLink,
  readVerificationLink,
  requireVerifiedAddress,
  sendVerification,
  verifyAddress,
} from './verification.ts'

const mailbox = openMailbox()
const ip = '192.0.2.7'
const here = { ip, browser: null, device: null }
const password = 'une phrase assez longue'
const hoursOn = (hours: number) => setClock(new Date(Date.now() + hours * 3_600_000))

beforeEach(() => db().rateLimit.deleteMany())

async function signedUp(email = `${randomUUID()}@guichet.example`, browser?: string) {
  await signUp({ email, password, name: 'Léa', locale: 'en', ip, ...(browser ? { browser } : {}) })
  const { id: userId } = await db().user.findUniqueOrThrow({ where: { email } })
  return { userId, email }
}

/** The tokens of the links mailed to an address, oldest first. */
const tokensTo = (email: string) => mailbox.findTo(email, /\/email\/confirm\?token=([\w-]{43})/)
const tokenTo = async (email: string) => (await tokensTo(email)).at(-1) ?? ''

describe('a person who signs up', () => {
  test('is mailed a link stored only as a hash, and is unverified until it is used', async () => {
    const { userId, email } = await signedUp()
    const token = await tokenTo(email)
    expect(token).toHaveLength(43)
    const row = await db().mailedLink.findUniqueOrThrow({ where: { tokenHash: hashOf(token) } })
    expect(JSON.stringify(row)).not.toContain(token)
    expect(await isUnverified(userId)).toBe(true)
    for (let looks = 0; looks < 3; looks++) expect(await readVerificationLink(userId, token)).toBe('open')
    expect(await isUnverified(userId)).toBe(true)
    await verifyAddress({ userId }, token, here)
    expect(await isUnverified(userId)).toBe(false)
    const trail = await db().auditEvent.findMany({ where: { userId }, orderBy: { id: 'asc' } })
    expect(trail.map(({ action }) => action)).toEqual(['user.signed_up', 'email.verified'])
  })

  test('uses the link once, also from two requests in parallel, within a day', async () => {
    const [one, late] = [await signedUp(), await signedUp()]
    const token = await tokenTo(one.email)
    const ends = await Promise.all([1, 2, 3].map(() => refusalOf(verifyAddress(one, token, here))))
    expect(ends.filter(end => end === null)).toHaveLength(1)
    expect(await readVerificationLink(one.userId, token)).toBe('over')
    expect(await readVerificationLink(null, token)).toBe('over')
    const lateToken = await tokenTo(late.email)
    hoursOn(24.1)
    expect(await readVerificationLink(late.userId, lateToken)).toBe('over')
    expect(await refusalOf(verifyAddress(late, lateToken, here))).toMatchObject({ code: 'not_found' })
    expect(await isUnverified(late.userId)).toBe(true)
  })

  test('is signed in by the link in the browser of the sign-up only', async () => {
    const browser = newSecret()
    const { userId, email } = await signedUp(undefined, browser)
    const token = await tokenTo(email)
    for (const other of [null, '', newSecret(), hashOf(browser)]) {
      expect(await readSignUpLink(token, other)).toBeNull()
      expect(await refusalOf(finishSignUp(token, { ...here, browser: other }))).toMatchObject({ code: 'not_found' })
    }
    expect(await isUnverified(userId)).toBe(true)
    expect(await readSignUpLink(token, browser)).toEqual({ email })
    const ends = await Promise.allSettled([1, 2].map(() => finishSignUp(token, { ...here, browser })))
    expect(ends.flatMap(end => (end.status === 'fulfilled' ? [end.value] : []))).toEqual([{ userId }])
    expect(await isUnverified(userId)).toBe(false)
    expect(await readSignUpLink(token, browser)).toBeNull()
  })

  test('with a known address gets no link that signs in, for the same work (C27)', async () => {
    const { email } = await signedUp()
    const browser = newSecret()
    await signUp({ email, password, name: 'Mallory', locale: 'en', ip, browser })
    expect(await readSignUpLink(await tokenTo(email), browser)).toBeNull()
    const rows = await db().mailedLink.findMany({ where: { browserHash: hashOf(browser) } })
    expect(rows).toMatchObject([{ userId: null }])
  })

  test('confirms only their own address, not that of another signed-in person, and not another address', async () => {
    const [victim, mallory] = [await signedUp(), await signedUp()]
    const token = await tokenTo(victim.email)
    expect(await readVerificationLink(mallory.userId, token)).toBe('other_account')
    expect(await refusalOf(verifyAddress(mallory, token, here))).toMatchObject({ code: 'not_found' })
    await db().user.update({ where: { id: victim.userId }, data: { email: `new-${victim.email}` } })
    expect(await refusalOf(verifyAddress(victim, token, here))).toMatchObject({ code: 'not_found' })
  })

  test('may ask again: only the newest link is valid, and after five in an hour none is sent', async () => {
    const { userId, email } = await signedUp()
    for (let asked = 0; asked < 5; asked++) await sendVerification({ userId })
    expect(await refusalOf(sendVerification({ userId }))).toMatchObject({ code: 'too_many_tries' })
    // The mails to the others no longer apply and are not sent.
    const tokens = await tokensTo(email)
    expect(tokens).toHaveLength(1)
    await verifyAddress({ userId }, tokens[0] ?? '', here)
    await db().rateLimit.deleteMany()
    await sendVerification({ userId })
    expect(await tokensTo(email)).toHaveLength(1)
  })

  test('with a known address changes nothing, and its owner is notified once a day', async () => {
    const { userId, email } = await signedUp()
    await verifyAddress({ userId }, await tokenTo(email), here)
    mailbox.mails.length = 0
    for (let tries = 0; tries < 3; tries++) await signedUp(email)
    expect(await mailbox.subjectsTo(email)).toEqual(['You already have a Guichet account'])
    hoursOn(25)
    await signedUp(email)
    await sendDueMails()
    expect(await mailbox.readTo(email)).toHaveLength(2)
    expect(mailbox.mails).toHaveLength(2)
  })
})

test('C27: signing up runs the same statements for a known address as for a new one', async () => {
  const email = `${randomUUID()}@guichet.example`
  const first = await statementsOf(() => signedUp(email))
  const again = await statementsOf(() => signedUp(email))
  expect(first.length).toBeGreaterThan(8)
  expect(again).toEqual(first)
})

describe('an unconfirmed address', () => {
  test('allows nothing but what the table excepts; a confirmed one allows all', async () => {
    const [{ userId }, { userId: trusted }] = [await signedUp(), await aPerson()]
    for (const act of Object.keys(acts) as ActName[]) {
      const code = actOf(act).address === undefined ? 'address_not_confirmed' : undefined
      expect((await refusalOf(requireVerifiedAddress(userId, act)))?.code, act).toBe(code)
      expect(await refusalOf(requireVerifiedAddress(trusted, act))).toBeNull()
    }
  })

  test('founds no organisation, and invites nobody into one or into a household', async () => {
    const { userId, email } = await signedUp()
    const before = await db().organisation.count()
    const founded = createOrganisation({ userId }, { ...company, email })
    expect(await refusalOf(founded)).toMatchObject({ code: 'address_not_confirmed' })
    expect(await db().organisation.count()).toBe(before)
    const invited = invite({ userId, email }, 'guest@guichet.example')
    expect(await refusalOf(invited)).toMatchObject({ code: 'address_not_confirmed' })
    const owner = await aShop()
    await db().user.update({ where: { id: owner.userId }, data: { emailVerifiedAt: null } })
    const guest = { email: 'guest@guichet.example', role: 'viewer' as const }
    const asked = asMember(owner.userId, owner.organisationId, 'member.invite', inviteMember, guest)
    expect(await refusalOf(asked)).toMatchObject({ code: 'address_not_confirmed' })
    expect(await db().mail.count({ where: { to: guest.email } })).toBe(0)
  })

  test('gets no mails but those about its account', async () => {
    const { userId, email } = await signedUp()
    await tokenTo(email)
    mailbox.mails.length = 0
    const notice = { userId, connectionId: null, kind: 'expired' as const, key: randomUUID() }
    await db().$transaction(tx => notifyPerson(tx, { ...notice, facts: { bankName: 'Bank' } }))
    await sendDueMails()
    expect(mailbox.mails).toEqual([])
  })

  test('counts as confirmed if no mail server is configured', async () => {
    const { userId } = await signedUp()
    delete process.env.SMTP_URL
    expect(await isUnverified(userId)).toBe(false)
  })
})

describe('whoever signs up by the mail of an invitation to an organisation', () => {
  async function invited() {
    const owner = await aShop({ name: 'Librairie du Port' })
    const email = `${randomUUID()}@guichet.example`
    const wish = { email, role: 'viewer' as const }
    await asMember(owner.userId, owner.organisationId, 'member.invite', inviteMember, wish)
    const token = await mailbox.lastTo(email, /\/invitation\/([\w-]{43})/)
    return { owner, email, token, wish: { email, password, name: 'Léa', locale: 'fr', ip } }
  }

  test('reads who invites, has a confirmed address without a second mail, and joins', async () => {
    const { owner, email, token, wish } = await invited()
    const { name: inviter } = await db().user.findUniqueOrThrow({ where: { id: owner.userId } })
    const offered = { inviter, name: 'Librairie du Port', email }
    expect(await readInviter(token)).toEqual({ ...offered, hasAccount: false })
    const made = await signUpInvited(wish, token)
    const userId = made?.userId ?? ''
    expect(await isUnverified(userId)).toBe(false)
    expect(await tokensTo(email)).toEqual([])
    expect(await readInviter(token)).toEqual({ ...offered, hasAccount: true })
    await acceptInvitation({ userId, email }, token)
    const person = await db().user.findUniqueOrThrow({ where: { id: userId } })
    expect(person.name).toBe('Léa')
    expect(await db().membership.count({ where: { userId, organisationId: owner.organisationId } })).toBe(1)
    expect(await readInviter(token)).toBeNull()
  })

  test('with another address, a token of nothing, or one that is over, signs up as anybody does', async () => {
    const { email, token, wish } = await invited()
    expect(await signUpInvited({ ...wish, email: `other-${email}` }, token)).toBeNull()
    for (const wrong of [null, '', 'x'.repeat(43)]) expect(await signUpInvited(wish, wrong)).toBeNull()
    await db().invitation.updateMany({ where: { email }, data: { revokedAt: new Date() } })
    expect(await signUpInvited(wish, token)).toBeNull()
    expect(await db().user.count({ where: { email } })).toBe(0)
  })

  test('proves nothing if the invitation was never mailed', async () => {
    const { email, token, wish } = await invited()
    await db().mail.deleteMany({ where: { to: email } })
    expect(await signUpInvited(wish, token)).toBeNull()
  })

  test('gets nothing of an account that the address has', async () => {
    const { email, token, wish } = await invited()
    const { userId } = await signedUp(email)
    expect(await signUpInvited({ ...wish, password: 'une autre phrase longue' }, token)).toBeNull()
    expect(await isUnverified(userId)).toBe(true)
    expect(await checkPassword(email, password, { ip, device: null })).not.toBeNull()
  })
})

test('the mail of a merchant has their words, and leads on to their organisation in any browser', async () => {
  const mailed = async (aim?: 'merchant') => {
    const email = `${randomUUID()}@guichet.example`
    await signUp({ email, password, name: 'Léa', locale: 'en', ip, ...(aim ? { aim } : {}) })
    return mailbox.findTo(email, /take payments[\s\S]+(&next=\/merchant)/)
  }
  expect([await mailed('merchant'), await mailed()]).toEqual([['&next=/merchant'], []])
})

describe('the link of an invitation', () => {
  test('of an organisation confirms the address it was mailed to', async () => {
    const [owner, guest] = [await aShop(), await signedUp()]
    const invited = { email: guest.email, role: 'viewer' as const }
    await asMember(owner.userId, owner.organisationId, 'member.invite', inviteMember, invited)
    await acceptInvitation(guest, await mailbox.lastTo(guest.email, /\/invitation\/([\w-]{43})/))
    expect(await isUnverified(guest.userId)).toBe(false)
  })

  test('of a household does too', async () => {
    const [owner, guest] = [await aShop(), await signedUp()]
    await invite(owner, guest.email)
    await answerInvitation(guest, await mailbox.lastTo(guest.email, /\/household\/invitation\?token=([\w-]{43})/), true)
    expect(await isUnverified(guest.userId)).toBe(false)
  })

  test('that was not mailed proves nothing', async () => {
    const [owner, guest] = [await aShop(), await signedUp()]
    await invite(owner, guest.email)
    const token = await mailbox.lastTo(guest.email, /\/household\/invitation\?token=([\w-]{43})/)
    await db().mail.deleteMany({ where: { to: guest.email } })
    expect(await refusalOf(answerInvitation(guest, token, true))).toMatchObject({ code: 'address_not_confirmed' })
    expect(await isUnverified(guest.userId)).toBe(true)
    expect(await db().householdMember.count({ where: { userId: guest.userId } })).toBe(0)
  })
})

test('links are swept a day after they expire; signing in never depended on them', async () => {
  const { email } = await signedUp()
  expect(await checkPassword(email, password, { ip, device: null })).not.toBeNull()
  hoursOn(47)
  await sweepMailedLinks()
  expect(await db().mailedLink.count({ where: { email } })).toBe(1)
  hoursOn(49)
  await sweepMailedLinks()
  expect(await db().mailedLink.count({ where: { email } })).toBe(0)
})
