import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { now } from '#lib/clock.ts'
import { closeDb, db } from '#lib/db.ts'
import { createLink, LinkInput, sendLink } from '#lib/services/payments/payment-links.ts'
import { inviteMember } from './merchant-invitations.ts'
import { mailEndpointOff } from './merchant-mail.ts'
import { changeBeneficiary, createOrganisation, type OrganisationInput } from './organisations.ts'

const mails: { to: string; raw: string }[] = []
let refuses = false
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onRcptTo: (_, __, done) => done(refuses ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null),
  onData: (stream, session, done) => {
    const chunks: Buffer[] = []
    stream.on('data', chunk => chunks.push(chunk))
    stream.on('end', () => {
      const raw = Buffer.concat(chunks).toString()
      for (const { address } of session.envelope.rcptTo) mails.push({ to: address, raw })
      done()
    })
  },
})

beforeAll(async () => {
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  process.env.SMTP_URL = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
})
afterEach(() => {
  mails.length = 0
  refuses = false
})
afterAll(async () => {
  await new Promise<void>(done => server.close(done))
  await closeDb()
})

const input: OrganisationInput = {
  ...{ name: 'Café <b>du</b> Port', legalName: '', registrationNumber: '', addressLines: [], country: 'FR' },
  ...{ email: 'cafe@guichet.example', website: '', locale: 'fr' },
}

async function person(locale: 'fr' | 'en') {
  const email = `${randomUUID()}@guichet.example`
  const { id } = await db().user.create({ data: { email, name: 'Zoé', passwordHash: 'none', locale } })
  return { id, email }
}

async function shop() {
  const owner = await person('fr')
  const { id } = await createOrganisation(owner.id, input)
  return { id, owner }
}

const read = async (to: string) => PostalMime.parse(mails.find(mail => mail.to === to)?.raw ?? '')
const account = { name: 'Café', iban: 'DE89370400440532013000', bic: '' }

test('every owner, and nobody else, is told that the account changed, without the IBAN', async () => {
  const { id, owner } = await shop()
  const [second, admin] = [await person('en'), await person('fr')]
  const others = [
    { organisationId: id, userId: second.id, role: 'owner' },
    { organisationId: id, userId: admin.id, role: 'admin' },
  ]
  await db().membership.createMany({ data: others })
  await changeBeneficiary(owner.id, id, account, { authenticatedAt: now() })
  expect(mails.map(({ to }) => to).toSorted()).toEqual([owner.email, second.email].toSorted())
  expect((await read(second.email)).text).toContain('New payments go to DE89 •••• 3000')
  expect(mails.every(({ raw }) => !raw.includes('370400440532'))).toBe(true)
  mails.length = 0
  await changeBeneficiary(owner.id, id, account, { authenticatedAt: now() })
  expect(mails).toEqual([])
})

test('an invitation brings its link, in the guest’s language; what people typed is no markup', async () => {
  const { id, owner } = await shop()
  const guest = await person('en')
  const { url, wasMailed } = await inviteMember(owner.id, id, { email: guest.email, role: 'developer' })
  expect(wasMailed).toBe(true)
  const mail = await read(guest.email)
  expect(mail.text).toContain(url)
  expect(mail.text).toContain('as developer')
  expect(mail.html).toContain('Café &lt;b&gt;du&lt;/b&gt; Port')
  expect(mail.html).toContain(`<a href="${url}">`)
  expect((await db().invitation.findFirstOrThrow({ where: { organisationId: id } })).mailedAt).not.toBeNull()
})

test('a payment link goes to a payer, with its amount; a mailbox that refuses is told to the merchant', async () => {
  const { id, owner } = await shop()
  await changeBeneficiary(owner.id, id, account, { authenticatedAt: now() })
  const wish = { mode: 'test', title: 'Atelier', amount: '1234.50', isReusable: false }
  const link = await createLink(owner.id, id, LinkInput.parse(wish))
  expect(await sendLink(owner.id, id, link.id, 'payer@guichet.example')).toEqual({ wasMailed: true })
  const mail = await read('payer@guichet.example')
  expect(mail.text).toContain(link.url)
  expect(mail.text?.replace(/\s/g, ' ')).toContain('Atelier (1 234,50 €)')
  refuses = true
  expect(await sendLink(owner.id, id, link.id, 'nobody@guichet.example')).toEqual({ wasMailed: false })
})

test('an endpoint that is gone is told of once, to those who look after it', async () => {
  const { id, owner } = await shop()
  const [developer, accountant] = [await person('en'), await person('fr')]
  const others = [
    { organisationId: id, userId: developer.id, role: 'developer' },
    { organisationId: id, userId: accountant.id, role: 'accountant' },
  ]
  await db().membership.createMany({ data: others })
  await mailEndpointOff(id, { id: randomUUID(), url: 'https://shop.example:8443/hooks?token=secret' })
  expect(mails.map(({ to }) => to).toSorted()).toEqual([owner.email, developer.email].toSorted())
  expect((await read(developer.email)).text).toMatch(/shop\.example:8443 answered 410.*\/webhooks\//s)
  expect((await read(owner.email)).subject).toContain('désactivée')
  expect(mails.some(({ raw }) => raw.includes('secret'))).toBe(false)
})
