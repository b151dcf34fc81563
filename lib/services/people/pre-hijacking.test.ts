import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { newSecret } from '#lib/base/secrets.ts'
import { db } from '#lib/db.ts'
import { startLink } from '#lib/services/connections/link.ts'
import { acceptInvitation, inviteMember } from '#lib/services/merchant/invitations.ts'
import { findSession, openSession } from '#lib/session.ts'
import { UsedPasskey } from '#lib/views/passkey.ts'
import { aShop } from '#testing/people/a-shop.ts'
import { asMember } from '#testing/people/as-member.ts'
import { newAuthenticator } from '#testing/people/authenticator.ts'
import { codeOf } from '#testing/refusal-of.ts'
import { openMailbox, sendDueMails } from '#testing/stack/mailbox.ts'
import { findDeviceOwner, rememberDevice } from './devices.ts'
import { addPasskey, askNewPasskey, askPasskey, signInWithPasskey } from './passkeys.ts'
import { askNewPassword, readResetLink, resetPassword } from './password-change.ts'
import { askNewAddress, changeAddress } from './profile.ts'
import { beginSecondFactor, confirmSecondFactor, hasSecondFactor, readNewSecret } from './second-factor.ts'
import { checkPassword, signUp } from './users.ts'
import { finishSignUp, verifyAddress } from './verification.ts'

/**
 * A stranger signs up with somebody's address, leaves a way back in, and waits for that person to come and confirm it (C55). Each way
 * is tried as it is, and once more planted past the refusals, as rows from before they existed.
 */
vi.mock('next/headers', () => ({ cookies: vi.fn(), headers: vi.fn() }))

const mailbox = openMailbox()
const ip = '192.0.2.7'
const [theirs, mine] = ['le mot de passe de mallory', 'une phrase assez longue']
const victim = { ip, device: null, browser: null }

beforeEach(async () => {
  process.env.APP_URL = 'http://localhost:3000'
  await db().rateLimit.deleteMany()
})

/** An account that a stranger opened with the victim's address, signed in. */
async function hijacked() {
  const email = `${randomUUID()}@guichet.example`
  const browser = newSecret()
  await signUp({ email, password: theirs, name: 'Mallory', locale: 'en', ip, browser })
  const { id: userId } = await db().user.findUniqueOrThrow({ where: { email } })
  const session = await openSession({ userId, ip, userAgent: null }, null)
  const { sessionId = '' } = (await findSession(session)) ?? {}
  return { userId, email, browser, session, sessionId, name: 'Mallory', authenticatedAt: new Date() }
}
type Hijacked = Awaited<ReturnType<typeof hijacked>>

const setConfirmed = (userId: string, emailVerifiedAt: Date | null) =>
  db().user.update({ where: { id: userId }, data: { emailVerifiedAt } })

/** As if the refusals did not exist. */
async function planted<Result>({ userId }: Hijacked, plant: () => Promise<Result>): Promise<Result> {
  await setConfirmed(userId, new Date())
  const result = await plant()
  await setConfirmed(userId, null)
  return result
}

async function resetByMail(email: string) {
  await askNewPassword(email, ip)
  return resetPassword(await mailbox.lastTo(email, /\/password\/new\?token=([\w-]{43})/), mine, victim)
}

async function addKey(stranger: Hijacked) {
  const authenticator = newAuthenticator()
  await addPasskey(stranger, authenticator.create(await askNewPasskey(stranger)), ip)
  return async () => signInWithPasskey(UsedPasskey.parse(authenticator.use(await askPasskey(ip), {})), ip)
}

async function turnCodesOn(stranger: Hijacked) {
  await beginSecondFactor(stranger)
  const made = await readNewSecret(stranger, stranger.email)
  const code = new TOTP({ secret: Secret.fromBase32(made?.secret ?? '') }).generate()
  await confirmSecondFactor(stranger, code, ip)
}

describe('before the address is confirmed', () => {
  test('no passkey, no codes, no other address and no bank', async () => {
    const stranger = await hijacked()
    const other = `${randomUUID()}@evil.example`
    const link = { bankCode: '19870', purpose: 'link' as const }
    for (const attack of [
      () => askNewPasskey(stranger),
      () => addKey(stranger),
      () => beginSecondFactor(stranger),
      () => confirmSecondFactor(stranger, '123456', ip),
      () => askNewAddress(stranger, other, ip),
      () => startLink(stranger, link),
    ])
      expect(await codeOf(attack())).toBe('address_not_confirmed')
    await sendDueMails()
    expect(await mailbox.readTo(other)).toEqual([])
  })

  test('a session says so, from when it was read', async () => {
    const stranger = await hijacked()
    expect(await findSession(stranger.session)).toMatchObject({ isConfirmed: false })
    await setConfirmed(stranger.userId, new Date())
    expect(await findSession(stranger.session)).toMatchObject({ isConfirmed: true })
  })
})

describe('the victim chooses a new password', () => {
  test('and the passkey, the session and the name of the stranger are gone', async () => {
    const stranger = await hijacked()
    const signIn = await planted(stranger, () => addKey(stranger))
    const { device } = await resetByMail(stranger.email)
    expect(await codeOf(signIn())).toBe('wrong_credentials')
    expect(await findSession(stranger.session)).toBeNull()
    expect(await db().passkey.count({ where: { userId: stranger.userId } })).toBe(0)
    const account = await checkPassword(stranger.email, mine, { ip, device })
    expect(account).toMatchObject({ id: stranger.userId, name: stranger.email.split('@')[0] })
  })

  test('and is asked for no code', async () => {
    const stranger = await hijacked()
    await planted(stranger, () => turnCodesOn(stranger))
    expect(await hasSecondFactor(stranger)).toBe(true)
    await resetByMail(stranger.email)
    expect(await hasSecondFactor(stranger)).toBe(false)
    expect(await db().recoveryCode.count({ where: { userId: stranger.userId } })).toBe(0)
  })

  test('and a link for another address that was asked for before is over, also in a confirmed account', async () => {
    for (const confirmed of [false, true]) {
      const stranger = await hijacked()
      const other = `${randomUUID()}@evil.example`
      await setConfirmed(stranger.userId, new Date())
      await askNewAddress(stranger, other, ip)
      if (!confirmed) await setConfirmed(stranger.userId, null)
      const token = await mailbox.lastTo(other, /\/email\/change\?token=([\w-]{43})/)
      expect(token).not.toBe('')
      await resetByMail(stranger.email)
      expect(await codeOf(changeAddress(stranger, token, ip))).toBe('not_found')
      expect(await db().user.count({ where: { email: other } })).toBe(0)
    }
  })

  test('of a confirmed account: passkeys stay, and page and mail name them', async () => {
    const person = await hijacked()
    await setConfirmed(person.userId, new Date())
    const signIn = await addKey(person)
    await askNewPassword(person.email, ip)
    const token = await mailbox.lastTo(person.email, /\/password\/new\?token=([\w-]{43})/)
    expect(await readResetLink(token)).toEqual({ email: person.email, passkeys: ['iPhone'], isFirst: false })
    await resetPassword(token, mine, victim)
    expect(await signIn()).toEqual({ userId: person.userId })
    await sendDueMails()
    const changed = (await mailbox.readTo(person.email)).find(({ subject }) => subject === 'Your password has changed')
    expect(changed?.text).toContain('These passkeys still sign in: “iPhone”.')
    expect((await db().user.findUniqueOrThrow({ where: { id: person.userId } })).name).toBe('Mallory')
  })
})

describe('the first confirmation', () => {
  const confirmLink = /\/email\/confirm\?token=([\w-]{43})/

  test('in another browser ends what was there, and keeps the session and the name it was made in', async () => {
    const stranger = await hijacked()
    const signIn = await planted(stranger, () => addKey(stranger))
    const left = await rememberDevice(stranger.userId, null)
    const token = await openSession({ userId: stranger.userId, ip, userAgent: null }, null)
    const { sessionId = '' } = (await findSession(token)) ?? {}
    const link = await mailbox.lastTo(stranger.email, confirmLink)
    await verifyAddress(stranger, link, { ...victim, sessionId })
    expect(await findSession(token)).toMatchObject({ isConfirmed: true, name: 'Mallory' })
    expect(await findSession(stranger.session)).toBeNull()
    expect(await findDeviceOwner(stranger.email, left)).toBeNull()
    expect(await codeOf(signIn())).toBe('wrong_credentials')
  })

  test('in the browser of the sign-up keeps everything, by a link that was sent again too', async () => {
    const person = await hijacked()
    const link = await mailbox.lastTo(person.email, confirmLink)
    await finishSignUp(link, { ...victim, browser: person.browser })
    expect(await findSession(person.session)).toMatchObject({ isConfirmed: true, name: 'Mallory' })
  })

  test('by an invitation elsewhere ends what was there, and the name', async () => {
    const stranger = await hijacked()
    const { userId: ownerId, organisationId } = await aShop()
    await asMember(ownerId, organisationId, 'member.invite', inviteMember, { email: stranger.email, role: 'viewer' })
    const token = await mailbox.lastTo(stranger.email, /\/invitation\/([\w-]{43})/)
    await acceptInvitation(stranger, token, victim)
    expect(await findSession(stranger.session)).toBeNull()
    const { name, emailVerifiedAt } = await db().user.findUniqueOrThrow({ where: { id: stranger.userId } })
    expect({ name, isConfirmed: emailVerifiedAt !== null }).toEqual({
      name: stranger.email.split('@')[0],
      isConfirmed: true,
    })
  })
})
