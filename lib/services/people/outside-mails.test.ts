import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeNothing } from '#lib/base/idempotent-result.ts'
import { now, setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import type { ApiMode } from '#lib/domain/merchant/api-key.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { invite } from '#lib/services/household/invitations.ts'
import { actAsMember } from '#lib/services/merchant/actor.ts'
import { inviteMember } from '#lib/services/merchant/invitations.ts'
import { changeOrganisation, createOrganisation } from '#lib/services/merchant/organisations.ts'
import { createLink, LinkInput, sendLink } from '#lib/services/payments/links.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { aShop } from '#testing/people/a-shop.ts'
import { activate } from '#testing/people/activate.ts'
import { asMember } from '#testing/people/as-member.ts'
import { joinAs } from '#testing/people/join-as.ts'
import { openMailbox, sendDueMails } from '#testing/stack/mailbox.ts'
import { askNewAddress } from './profile.ts'

/** What leaves to an address that somebody typed, through the services that queue it. */
const mailbox = openMailbox()
beforeEach(() => db().rateLimit.deleteMany())

const newAddress = () => `${randomUUID()}@elsewhere.example`
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Refused ? [error.code, error.field] : Promise.reject(error)),
  )

async function shop(name = 'Librairie du Port') {
  const { organisationId: id, ...owner } = await aShop({ name })
  return { ...owner, id }
}
type Shop = Awaited<ReturnType<typeof shop>>

const inviteTo = ({ userId, id }: Pick<Shop, 'userId' | 'id'>, email: string) =>
  asMember(userId, id, 'member.invite', inviteMember, { email, role: 'viewer' })

async function linkOf({ userId, id }: Shop, mode: ApiMode) {
  const identity = { organisationId: id, mode }
  const wish = LinkInput.parse({ title: 'Atelier', amount: '12.50', isReusable: true })
  const session = { userId, authenticatedAt: now() }
  const link = await createLink(await actAsMember(session, identity, 'link.change'), wish, storeNothing)
  return async (to: string) => sendLink(await actAsMember(session, identity, 'link.mail'), link.id, to)
}

async function countTo(email: string) {
  await sendDueMails()
  return (await mailbox.readTo(email)).length
}

/** Calls until one is refused; returns how many were not. */
async function callsUntil(refusal: string, call: (round: number) => Promise<unknown>): Promise<number> {
  for (let round = 0; round < 200; round += 1) {
    const refused = await refusalOf(call(round))
    if (refused) {
      expect(refused[0]).toBe(refusal)
      return round
    }
  }
  return 200
}

describe('in test mode', () => {
  test('a link is mailed to members only; anybody else is refused, and says why', async () => {
    const seller = await shop()
    const mail = await linkOf(seller, 'test')
    const [stranger, member] = [newAddress(), newAddress()]
    await joinAs(seller.id, member)
    expect(await refusalOf(mail(stranger))).toEqual(['invalid_input', 'email.test'])
    expect(await mail(member)).toEqual({ mail: 'queued' })
    expect([await countTo(stranger), await countTo(member)]).toEqual([0, 1])
  })

  test('live ones are mailed to anybody', async () => {
    const seller = await shop()
    await activate(seller.id)
    const stranger = newAddress()
    expect(await (await linkOf(seller, 'live'))(stranger)).toEqual({ mail: 'queued' })
    expect(await countTo(stranger)).toBe(1)
  })
})

describe('limits', () => {
  test('one address gets five a day of strangers, whoever and however many they are, and however it is written', async () => {
    const victim = newAddress()
    const sent = await callsUntil('too_many_tries', async round => {
      const to = round % 2 === 0 ? victim : victim.replace('@', `+${round}@`)
      const sender = await shop()
      const kinds = [() => inviteTo(sender, to), () => invite(sender, to), () => askNewAddress(sender, to, '192.0.2.7')]
      await kinds[round % 3]?.()
    })
    expect(sent).toBe(5)
    setClock(new Date(Date.now() + 25 * 3_600_000))
    expect(await refusalOf(invite(await aPerson(), victim))).toBeNull()
  })

  test('one person writes to twenty a day, from any number of organisations', async () => {
    const sender = await shop()
    const others = await Promise.all(
      [1, 2, 3].map(async () => {
        const { id } = await shop()
        await db().membership.create({ data: { organisationId: id, userId: sender.userId, role: 'owner' } })
        return id
      }),
    )
    const ids = [sender.id, ...others]
    const sent = await callsUntil('too_many_tries', round =>
      round % 5 === 4
        ? invite(sender, newAddress())
        : inviteTo({ userId: sender.userId, id: ids[round % 5] ?? sender.id }, newAddress()),
    )
    expect(sent).toBe(20)
  })

  test('an activated organisation writes twenty a day to one address, whatever others do', async () => {
    const seller = await shop()
    await activate(seller.id)
    const mail = await linkOf(seller, 'live')
    const customer = newAddress()
    expect(await callsUntil('too_many_tries', async () => invite(await aPerson(), customer))).toBe(5)
    expect(await callsUntil('too_many_tries', () => mail(customer))).toBe(20)
    expect(await mail(newAddress())).toEqual({ mail: 'queued' })
  })
})

describe('a name that nobody checked', () => {
  const names = ['Guichet Sécurité', 'Amaz0n', 'Votre compte evil．example', 'Support @evil']

  test.each(names)('“%s” writes to no stranger', async name => {
    const [sender, guest] = [await shop(name), newAddress()]
    expect(await refusalOf(inviteTo(sender, guest))).toEqual(['invalid_input', 'email.name'])
    expect(await countTo(guest)).toBe(0)
    expect(await db().invitation.count({ where: { email: guest } })).toBe(0)
  })

  test.each(names)('“%s” does once it was approved', async name => {
    const [sender, guest] = [await shop(name), newAddress()]
    await activate(sender.id)
    await inviteTo(sender, guest)
    expect(await countTo(guest)).toBe(1)
  })

  test('carries no address: neither of a new organisation nor of one that is renamed', async () => {
    const owner = await aPerson()
    const typed = { legalName: '', registrationNumber: '', addressLines: [], country: 'FR', website: '', locale: 'fr' }
    const input = { ...typed, email: owner.email, locale: 'fr' as const }
    for (const name of ['Compte bloqué https://evil.example', 'evil . example', 'a@evil.example'])
      expect(await refusalOf(createOrganisation(owner, { ...input, name }))).toEqual(['invalid_input', 'name'])
    const { id } = await createOrganisation(owner, { ...input, name: 'Café du Port' })
    const renamed = asMember(owner.userId, id, 'organisation.change', changeOrganisation, {
      ...input,
      name: 'cafe.example',
    })
    expect(await refusalOf(renamed)).toEqual(['invalid_input', 'name'])
  })
})

test('nothing else queues a mail to an address outside', () => {
  const sources = globSync('lib/**/*.ts').filter(file => !file.includes('.test.'))
  const queueing = sources.filter(file => /\bqueueMail\(/.test(readFileSync(file, 'utf8')))
  expect(queueing.toSorted()).toEqual([
    'lib/services/home/weekly-summary.ts',
    'lib/services/mail/queue.ts',
    // Also to the new address of an account, which `takeFromPerson` counts.
    'lib/services/people/mailed-links.ts',
    'lib/services/people/notices.ts',
    'lib/services/people/outside-mails.ts',
    // To the old address of an account.
    'lib/services/people/profile.ts',
    'lib/services/people/users.ts',
  ])
})
