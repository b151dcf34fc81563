import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, test } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { exportEverything } from '#lib/services/data-rights/export-everything.ts'
import { UsedPasskey } from '#lib/views/passkey.ts'
import { aPerson, storeSession } from '#testing/people/a-person.ts'
import { newAuthenticator, type Spoiled } from '#testing/people/authenticator.ts'
import { codeOf, refusalOf } from '#testing/refusal-of.ts'
import { openMailbox } from '#testing/stack/mailbox.ts'
import {
  addPasskey,
  askNewPasskey,
  askOwnPasskey,
  askPasskey,
  listPasskeys,
  reauthenticateWithPasskey,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  sweepChallenges,
} from './passkeys.ts'
import { isFreshlyAuthenticated } from './reauthenticate.ts'

const mailbox = openMailbox()
const ip = '192.0.2.7'

beforeEach(async () => {
  process.env.APP_URL = 'http://localhost:3000'
  await db().rateLimit.deleteMany()
})

async function signedIn() {
  const person = await aPerson({ name: 'Léa', locale: 'en' })
  return { ...person, sessionId: await storeSession(person.userId) }
}

/** Somebody with one passkey. */
async function withPasskey() {
  const person = await signedIn()
  const authenticator = newAuthenticator()
  const [passkey] = await addPasskey(person, authenticator.create(await askNewPasskey(person)), ip)
  if (!passkey) throw new Error('no passkey')
  return { person, authenticator, passkey }
}

const signIn = async ({ use }: Pick<ReturnType<typeof newAuthenticator>, 'use'>, spoiled: Spoiled = {}) =>
  signInWithPasskey(UsedPasskey.parse(use(await askPasskey(ip), spoiled)), ip)

describe('a passkey', () => {
  test('is stored with its name, reported by mail, and can be used to sign in', async () => {
    const { person, authenticator, passkey } = await withPasskey()
    expect(passkey).toMatchObject({ name: 'iPhone', backedUp: false, lastUsedAt: null })
    expect(await mailbox.subjectsTo(person.email)).toEqual(['A passkey was added to your account'])
    expect(await signIn(authenticator)).toEqual({ userId: person.userId })
    expect((await listPasskeys(person))[0]?.lastUsedAt).not.toBeNull()
  })

  test('requires user verification and a discoverable credential', async () => {
    const { options } = await askNewPasskey(await signedIn())
    expect(options).toMatchObject({
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      rp: { id: 'localhost' },
    })
    expect((await askPasskey(ip)).options).toMatchObject({ userVerification: 'required', rpId: 'localhost' })
  })

  test.each<[string, Spoiled]>([
    ['of another origin', { origin: 'https://evil.example' }],
    ['for another site', { rpID: 'evil.example' }],
    ['to another question', { challenge: 'AAAA' }],
    ['without its person verified', { isVerified: false }],
  ])('with an answer %s is not kept, and does not sign in', async (_, spoiled) => {
    const person = await signedIn()
    const other = newAuthenticator()
    const added = addPasskey(person, other.create(await askNewPasskey(person), spoiled), ip)
    expect(await refusalOf(added)).toMatchObject({ code: 'invalid_input', field: 'response' })
    expect(await listPasskeys(person)).toEqual([])
    const { authenticator } = await withPasskey()
    expect(await refusalOf(signIn(authenticator, spoiled))).toMatchObject({ code: 'wrong_credentials' })
  })

  test('identifies its person itself: not somebody else, nor nobody', async () => {
    const { authenticator } = await withPasskey()
    for (const userHandle of ['AAAA', '']) {
      const refusal = await refusalOf(signIn(authenticator, { userHandle }))
      expect(refusal).toMatchObject({ code: 'wrong_credentials' })
    }
  })

  test('that is unknown signs nobody in', async () => {
    expect(await refusalOf(signIn(newAuthenticator()))).toMatchObject({ code: 'wrong_credentials' })
  })

  test('whose signature counter does not increase is refused, and its person notified', async () => {
    const { person, authenticator } = await withPasskey()
    await signIn(authenticator, { counter: 5 })
    await signIn(authenticator, { counter: 9 })
    for (const counter of [9, 8, 0]) {
      expect(await refusalOf(signIn(authenticator, { counter })), `${counter}`).toMatchObject({
        code: 'wrong_credentials',
      })
    }
    expect(await mailbox.subjectsTo(person.email)).toContain('A passkey of your account was refused')
    expect(await signIn(authenticator, { counter: 10 })).toEqual({ userId: person.userId })
  })

  test('challenge is used once, also by two requests in parallel', async () => {
    const { authenticator } = await withPasskey()
    const used = UsedPasskey.parse(authenticator.use(await askPasskey(ip)))
    const ends = await Promise.all([1, 2, 3].map(() => refusalOf(signInWithPasskey(used, ip))))
    expect(ends.filter(end => end === null)).toHaveLength(1)
  })

  test('challenge is valid for five minutes, for one purpose and one person', async () => {
    const { person, authenticator } = await withPasskey()
    const late = UsedPasskey.parse(authenticator.use(await askPasskey(ip)))
    const forOther = UsedPasskey.parse(authenticator.use(await askOwnPasskey({ userId: (await signedIn()).userId })))
    const forSignIn = UsedPasskey.parse(authenticator.use(await askPasskey(ip)))
    for (const used of [forOther, forSignIn]) {
      expect(await refusalOf(reauthenticateWithPasskey(person, used, ip))).toMatchObject({ code: 'wrong_credentials' })
    }
    setClock(new Date(Date.now() + 5 * 60_000 + 1_000))
    expect(await refusalOf(signInWithPasskey(late, ip))).toMatchObject({ code: 'wrong_credentials' })
    await sweepChallenges()
    expect(await db().passkeyChallenge.count({ where: { userId: person.userId } })).toBe(0)
  })

  test('replaces the password where a fresh one is required, for its own person', async () => {
    const { person, authenticator } = await withPasskey()
    const session = () => db().session.findUniqueOrThrow({ where: { id: person.sessionId } })
    expect(isFreshlyAuthenticated(await session())).toBe(false)
    const stranger = await withPasskey()
    const notTheirs = UsedPasskey.parse(stranger.authenticator.use(await askOwnPasskey(person)))
    expect(await codeOf(reauthenticateWithPasskey(person, notTheirs, ip))).toBe('wrong_credentials')
    const used = UsedPasskey.parse(authenticator.use(await askOwnPasskey(person)))
    await reauthenticateWithPasskey(person, used, ip)
    expect(isFreshlyAuthenticated(await session())).toBe(true)
  })
})

describe('passkeys of a person', () => {
  test('are added and removed only with a fresh password', async () => {
    const { person, passkey } = await withPasskey()
    const stale = { ...person, authenticatedAt: new Date(0) }
    const code = 'reauthentication_required'
    expect(await refusalOf(askNewPasskey(stale))).toMatchObject({ code })
    const created = newAuthenticator().create(await askNewPasskey(person))
    expect(await refusalOf(addPasskey(stale, created, ip))).toMatchObject({ code })
    expect(await refusalOf(removePasskey(stale, passkey.id, ip))).toMatchObject({ code })
    expect(await listPasskeys(person)).toHaveLength(1)
  })

  test('are renamed and removed only by their person; a removed one does not sign in any more', async () => {
    const { person, passkey, authenticator } = await withPasskey()
    const other = await signedIn()
    for (const act of [renamePasskey(other, passkey.id, 'Mine'), removePasskey(other, passkey.id, ip)]) {
      expect(await refusalOf(act)).toMatchObject({ code: 'not_found' })
    }
    const blank = renamePasskey(person, passkey.id, ' \u202E ')
    expect(await refusalOf(blank)).toMatchObject({ code: 'invalid_input', field: 'name' })
    expect(await renamePasskey(person, passkey.id, 'Phone')).toMatchObject([{ name: 'Phone' }])
    expect(await removePasskey(person, passkey.id, ip)).toEqual([])
    expect(await refusalOf(signIn(authenticator))).toMatchObject({ code: 'wrong_credentials' })
    expect(await mailbox.subjectsTo(person.email)).toContain('A passkey was removed from your account')
  })

  test('are limited to twenty, with each authenticator once', async () => {
    const { person, authenticator } = await withPasskey()
    const again = addPasskey(person, authenticator.create(await askNewPasskey(person)), ip)
    expect(await refusalOf(again)).toMatchObject({ code: 'invalid_input', field: 'response' })
    const question = await askNewPasskey(person)
    await db().passkey.createMany({
      data: Array.from({ length: 19 }, () => ({
        userId: person.userId,
        credentialId: randomUUID(),
        publicKey: Uint8Array.of(1),
        counter: 0,
        transports: [],
        backedUp: false,
        name: 'x',
        createdAt: new Date(),
      })),
    })
    expect(await refusalOf(askNewPasskey(person))).toMatchObject({ code: 'not_allowed' })
    const more = addPasskey(person, newAuthenticator().create(question), ip)
    expect(await refusalOf(more)).toMatchObject({ code: 'not_allowed' })
  })

  test('are in the archive, without their keys', async () => {
    const { person } = await withPasskey()
    const archive = JSON.parse(await text(exportEverything(person)))
    expect(archive.passkeys).toMatchObject([{ name: 'iPhone' }])
    expect(Object.keys(archive.passkeys[0])).not.toContain('publicKey')
  })
})
