import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endMailPauses, openMailbox, sendDueMails } from '#e2e/services/open-mailbox.ts'
import { closeDb, db } from '#lib/db.ts'
import { frameMail } from '#lib/domain/mail-frame.ts'
import { writeEndpointOff } from '#lib/domain/merchant-mail.ts'
import { readInvitation } from '#lib/services/household/household-invitations.ts'
import { seal } from '#lib/vault.ts'

/** A system with rows in its four outboxes of before, carried over by the migration itself, then worked on as ever. */

const mailbox = openMailbox()
const url = new URL(process.env.DATABASE_URL ?? '')
const name = `${url.pathname.slice(1)}_${randomBytes(4).toString('hex')}`
const migrations = readdirSync('prisma/migrations', { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(entry => entry.name)
  .sort()
const last = migrations.findIndex(one => one.endsWith('_one_outbox'))
const ids = { camille: randomUUID(), thomas: randomUUID(), household: randomUUID(), shop: randomUUID() }
let client: pg.Client

const run = (migration: string) => client.query(readFileSync(`prisma/migrations/${migration}/migration.sql`, 'utf8'))

beforeAll(async () => {
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name}`)
  await admin.end()
  url.pathname = name
  process.env.DATABASE_URL = url.href
  client = new pg.Client({ connectionString: url.href })
  await client.connect()
  for (const migration of migrations.slice(0, last)) await run(migration)
  await fill()
  for (const migration of migrations.slice(last)) await run(migration)
})
afterAll(async () => {
  await client.end()
  await closeDb()
})

/** Columns and values of one row. */
async function insert(table: string, row: Readonly<Record<string, unknown>>): Promise<string> {
  const whole = { id: randomUUID(), ...row }
  const columns = Object.keys(whole)
  const places = columns.map((_, at) => `$${at + 1}`)
  const quoted = columns.map(column => `"${column}"`)
  await client.query(`INSERT INTO "${table}" (${quoted}) VALUES (${places})`, Object.values(whole))
  return whole.id
}

const at = new Date()
const past = new Date(at.getTime() - 60_000)
const notices: Record<string, string> = {}
const invitations: Record<string, string> = {}

async function fill(): Promise<void> {
  const person = { passwordHash: 'none', createdAt: at }
  await insert('User', { ...person, id: ids.camille, email: 'camille@g.example', name: 'Camille', locale: 'en' })
  await insert('User', { ...person, id: ids.thomas, email: 'thomas@g.example', name: 'Thomas', locale: 'fr' })
  const notice = { userId: ids.camille, kind: 'expired', facts: { bankName: 'Banque Une' }, createdAt: past }
  for (const mailState of ['none', 'due', 'sending', 'sent', 'failed', 'overtaken']) {
    const mail = { mailState, mailTries: 2, mailNextTryAt: past, mailSentAt: mailState === 'sent' ? past : null }
    const lease =
      mailState === 'sending' ? { mailLeaseId: ids.shop, mailLeaseUntil: new Date(at.getTime() + 60_000) } : {}
    notices[mailState] = await insert('Notice', { ...notice, ...mail, ...lease, key: mailState })
  }
  await client.query('INSERT INTO "Household" ("id", "createdAt") VALUES ($1, $2)', [ids.household, at])
  const invitation = {
    ...{ userId: ids.camille, householdId: ids.household, createdAt: past },
    expiresAt: new Date(at.getTime() + 86_400_000),
  }
  const stands = {
    due: { mailNextTryAt: past, mailTries: 1, email: 'thomas@g.example' },
    sent: { mailedAt: past, mailTries: 1, email: 'sent@g.example' },
    failed: { mailTries: 8, email: 'failed@g.example' },
    handed: { email: 'handed@g.example' },
  }
  for (const [stand, row] of Object.entries(stands))
    invitations[stand] = await insert('HouseholdInvitation', { ...invitation, ...row, tokenHash: stand })
  await fillShop()
}

async function fillShop(): Promise<void> {
  const shop = { id: ids.shop, name: 'Café', legalName: 'Café', country: 'FR', email: 'c@g.example', createdAt: at }
  await insert('Organisation', shop)
  await client.query(
    `INSERT INTO "Membership" ("organisationId", "userId", "role", "createdAt") VALUES ($1, $2, 'owner', $3)`,
    [ids.shop, ids.thomas, at],
  )
  const id = randomUUID()
  const words = writeEndpointOff({ organisation: 'Café', host: 'shop.example', page: 'https://g.example' }, 'fr')
  const sealed = await seal(JSON.stringify(frameMail(words, 'fr')), { row: id, column: 'OrganisationMail.wordsSealed' })
  await insert('OrganisationMail', {
    ...{ id, organisationId: ids.shop, userId: ids.thomas, key: 'k', kind: 'beneficiary_changed', aboutId: ids.shop },
    ...{ language: 'fr', wordsSealed: sealed, state: 'due', nextTryAt: past, createdAt: past },
  })
}

const stateAbout = async (aboutId: string | undefined) =>
  (await db().mail.findFirst({ where: { aboutId: aboutId ?? '' } }))?.state ?? null

test('what was due goes out, once; what was sent or given up is still known; what a worker is at is left to it', async () => {
  await Promise.all([sendDueMails(), sendDueMails()])
  expect(mailbox.mails.map(({ to }) => to).sort()).toEqual([
    'camille@g.example',
    'thomas@g.example',
    'thomas@g.example',
  ])
  const [notice] = await mailbox.readTo('camille@g.example')
  expect(notice?.subject).toBe('Banque Une: access has ended')
  expect(notice?.messageId).toBe(`<${notices.due}@localhost>`)
  const stands = Object.entries(notices).map(async ([was, id]) => [was, await stateAbout(id)])
  expect(Object.fromEntries(await Promise.all(stands))).toEqual({
    ...{ none: null, due: 'sent', sending: 'sending', sent: 'sent', failed: 'failed', overtaken: null },
  })
  await endMailPauses()
  mailbox.mails.length = 0
  await sendDueMails()
  expect((await mailbox.readTo('camille@g.example')).map(({ messageId }) => messageId)).toEqual([
    `<${notices.sending}@localhost>`,
  ])
  expect(await stateAbout(ids.shop)).toBe('sent')
})

test('an invitation that was due goes out with a link that opens it, the same however often it is tried', async () => {
  const id = invitations.due ?? ''
  expect([await stateAbout(invitations.sent), await stateAbout(invitations.failed)]).toEqual(['sent', 'failed'])
  expect(await stateAbout(invitations.handed)).toBeNull()
  const again = { state: 'due', nextTryAt: new Date(0), wordsSealed: null }
  await db().mail.updateMany({ where: { aboutId: id }, data: again })
  mailbox.onTaken = async () => {
    mailbox.onTaken = null
    await db().mail.updateMany({ where: { aboutId: id }, data: { leaseId: randomUUID(), leaseUntil: new Date(0) } })
  }
  await sendDueMails()
  await endMailPauses()
  await sendDueMails()
  const mails = await mailbox.readTo('thomas@g.example')
  const tokens = mails.map(({ text }) => /token=([\w-]{43})/.exec(text ?? '')?.[1] ?? '')
  expect(tokens).toHaveLength(2)
  expect(new Set(tokens).size).toBe(1)
  const thomas = { userId: ids.thomas, email: 'thomas@g.example' }
  expect(await readInvitation(thomas, tokens[0] ?? '')).toMatchObject({ forMe: true, state: 'open' })
})
