import { beforeAll, beforeEach, expect, test } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { closeDb, db } from '#lib/db.ts'
import { aBank } from '#testing/bank/of-directory.ts'
import { anOperator, aPerson } from '#testing/people/a-person.ts'
import type { Operator } from './access.ts'
import { announce, endAnnouncement, listAnnouncements, readPublicStatus } from './status.ts'

const at = new Date('2026-11-26T08:00:00Z')
const later = (hours: number) => new Date(at.getTime() + hours * 3_600_000)
const texts = { textFr: 'Les virements sont en retard.', textEn: 'Transfers are late.' }
const shared = globalThis as typeof globalThis & { guichetStatus?: unknown }
let operator: Operator
let person: Operator

beforeAll(async () => {
  setClock(at)
  operator = await anOperator()
  person = await aPerson()
  const banks = { '19870': 'Crédit Atlantique', '19871': 'Banque Rivages' }
  for (const [code, name] of Object.entries(banks)) await aBank({ code, name })
  await aBank({ code: '19872', name: 'Not offered', enabled: false })
})
beforeEach(() => {
  setClock(at)
  delete shared.guichetStatus
})

test('says what works, by bank and part, and nothing else', async () => {
  await db().bankHealth.create({
    data: { bankCode: '19870', breaker: 'open', downSince: at, retryAt: at, reason: 'accounts.list 503' },
  })
  expect(await readPublicStatus()).toEqual({
    at: at.toISOString(),
    parts: { site: 'works', accounts: 'works', payments: 'works', webhooks: 'works', mails: 'works' },
    banks: [
      { name: 'Banque Rivages', state: 'works' },
      { name: 'Crédit Atlantique', state: 'down' },
    ],
    announcements: [],
  })
})

test('the database is asked once in twenty seconds', async () => {
  const first = await readPublicStatus()
  setClock(later(1))
  expect(await readPublicStatus()).toBe(first)
})

test('an announcement is shown at once in both languages, and for a week after its end', async () => {
  const { id } = await announce(operator, texts)
  const shown = async () =>
    (await readPublicStatus()).announcements.map(({ text, endedAt }) => [text.fr, text.en, endedAt])
  expect(await shown()).toEqual([[texts.textFr, texts.textEn, null]])
  expect(await listAnnouncements(operator)).toHaveLength(1)
  setClock(later(0.05))
  await endAnnouncement(operator, id)
  await endAnnouncement(operator, id)
  expect(await shown()).toEqual([[texts.textFr, texts.textEn, later(0.05).toISOString()]])
  expect(await listAnnouncements(operator)).toEqual([])
  setClock(later(24 * 8))
  delete shared.guichetStatus
  expect(await shown()).toEqual([])
  const audited = await db().auditEvent.findMany({
    where: { action: { startsWith: 'announcement.' } },
    orderBy: { id: 'asc' },
  })
  expect(audited.map(({ action }) => action)).toEqual(['announcement.made', 'announcement.ended'])
})

test('only operators with a fresh password announce and end', async () => {
  await expect(announce(person, texts)).rejects.toMatchObject({ code: 'not_found' })
  await expect(listAnnouncements(person)).rejects.toMatchObject({ code: 'not_found' })
  await expect(endAnnouncement(operator, 'x')).rejects.toMatchObject({ code: 'not_found' })
  setClock(later(1))
  await expect(announce(operator, texts)).rejects.toMatchObject({ code: 'reauthentication_required' })
})

test('without the database everything is down, and the page still answers', async () => {
  await closeDb()
  const url = process.env.DATABASE_URL
  process.env.DATABASE_URL = 'postgresql://nobody@127.0.0.1:1/none'
  try {
    expect(await readPublicStatus()).toMatchObject({ parts: { site: 'down', payments: 'down' }, banks: [] })
  } finally {
    await closeDb()
    process.env.DATABASE_URL = url
  }
})
