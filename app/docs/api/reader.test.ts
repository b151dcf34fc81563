import { randomUUID } from 'node:crypto'
import { isValidElement, type ReactNode } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { FreshNote } from '#components/actions/fresh-note.tsx'
import { KeyMaker } from '#components/reference/key-maker.tsx'
import { db } from '#lib/db.ts'
import type { MemberRole } from '#lib/domain/merchant/membership.ts'
import type { CurrentSession } from '#lib/session.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { aShop } from '#testing/people/a-shop.ts'
import { readReader } from './reader.tsx'

/** What the reference says of its reader's organisation, by role. */
const signedIn = vi.hoisted((): { session: CurrentSession | null } => ({ session: null }))
vi.mock('#lib/session.ts', () => ({
  currentSession: async () => signedIn.session,
  requireSession: async () => signedIn.session,
}))
vi.mock('next/headers', () => ({ cookies: async () => ({ get: () => undefined }) }))

const email = `${randomUUID()}@guichet.example`
let organisationId: string
let userId: string
beforeAll(async () => {
  const shop = await aShop({ member: await aPerson({ email }), beneficiaryName: null, beneficiaryIban: null })
  userId = shop.userId
  organisationId = shop.organisationId
})
beforeEach(() => signIn())

function signIn(authenticatedAt = new Date(), id = userId) {
  signedIn.session = {
    userId: id,
    sessionId: randomUUID(),
    name: 'Name',
    email,
    locale: 'fr',
    isConfirmed: true,
    isOperator: false,
    authenticatedAt,
  }
}
const change = (data: { returnUrls?: string[]; beneficiaryName?: string; beneficiaryIban?: string }) =>
  db().organisation.update({ where: { id: organisationId }, data })
const giveRole = (role: MemberRole) => db().membership.updateMany({ where: { userId, organisationId }, data: { role } })

/** The element inside the words that it needs. */
const insideOf = (node: ReactNode) =>
  isValidElement<{ children: ReactNode }>(node) && isValidElement(node.props.children) ? node.props.children : null

test('nobody is known without a session, nor without an organisation', async () => {
  signedIn.session = null
  expect(await readReader()).toBeNull()
  signIn(new Date(), randomUUID())
  expect(await readReader()).toBeNull()
})

test('an owner has the first registered address, and a button that makes a key', async () => {
  await change({ returnUrls: [] })
  expect(await readReader()).toMatchObject({ returnUrl: null })
  await change({ returnUrls: ['https://shop.example/a', 'https://shop.example/b'] })
  const reader = await readReader()
  expect(reader?.returnUrl).toBe('https://shop.example/a')
  expect(reader?.hasAccount).toBe(false)
  await change({ beneficiaryName: 'Shop', beneficiaryIban: 'DE89370400440532013000' })
  expect(await readReader()).toMatchObject({ hasAccount: true })
  const maker = insideOf(reader?.keyMaker)
  expect(maker?.type).toBe(KeyMaker)
  expect(maker?.props).toMatchObject({ organisation: organisationId })
})

test('with an old sign-in the password is asked for first (C24)', async () => {
  signIn(new Date(0))
  expect(insideOf((await readReader())?.keyMaker)?.type).toBe(FreshNote)
})

test.each([
  ['developer', true],
  ['accountant', false],
  ['viewer', false],
] as const)('for a %s: %s', async (role, isForThem) => {
  await giveRole(role)
  expect((await readReader()) !== null).toBe(isForThem)
  await giveRole('owner')
})
