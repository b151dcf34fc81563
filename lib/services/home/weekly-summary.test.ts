import type { Email } from 'postal-mime'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { GET, POST } from '#app/(site)/unsubscribe/stop/route.ts'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { aBank } from '#testing/bank/of-directory.ts'
import { newPerson } from '#testing/people/with-everything.ts'
import { openMailbox, sendDueMails } from '#testing/stack/mailbox.ts'
import { changeWeeklySummary, readSubscription, sweepWeeklySummaries } from './weekly-summary.ts'

const mailbox = openMailbox()
const sunday = new Date('2026-11-22T20:00:00Z')
const monday = new Date('2026-11-23T07:00:00Z')

beforeAll(() => aBank({ name: 'Littoral' }))
afterEach(() => db().user.updateMany({ data: { nextSummaryDay: null } }))

/** Somebody who asked for it on Sunday, with a balance read at `readAt`. */
async function reader(readAt = sunday) {
  const { session, accountId } = await newPerson('FR7619870000010000000000138')
  const { userId, email } = session
  const read = { type: 'XPCD', amountMinor: 697_034n, currency: 'EUR', readAt }
  await db().balance.create({ data: { ...read, userId, accountId, name: 'Balance' } })
  setClock(sunday)
  await changeWeeklySummary({ userId }, true)
  return { userId, email }
}

const headerOf = (mail: Email | undefined, name: string) => mail?.headers.find(({ key }) => key === name)?.value ?? ''

async function mailsTo(email: string) {
  await sendDueMails()
  return mailbox.readTo(email)
}

test('on Monday at eight it goes to whoever asked for it, once, however many workers look', async () => {
  const { email } = await reader()
  await sweepWeeklySummaries()
  expect(await mailsTo(email)).toEqual([])
  setClock(monday)
  await Promise.all([sweepWeeklySummaries(), sweepWeeklySummaries()])
  await sweepWeeklySummaries()
  const mails = await mailsTo(email)
  expect(mails.map(({ subject }) => subject)).toEqual(['Votre semaine sur Guichet'])
  expect(mails[0]?.text).toContain('6\u202f970,34\u00a0€')
  expect(mails[0]?.text).not.toMatch(/FR76/)
  setClock(new Date('2026-11-30T08:00:00Z'))
  await db().balance.updateMany({ data: { readAt: new Date('2026-11-29T08:00:00Z') } })
  await sweepWeeklySummaries()
  expect(await mailsTo(email)).toHaveLength(2)
})

test('it goes to nobody who did not ask, and says nothing where no bank was read since the Monday before', async () => {
  const { email, userId } = await reader(new Date('2026-11-16T06:59:00Z'))
  const other = await reader()
  await changeWeeklySummary(other, false)
  setClock(monday)
  await sweepWeeklySummaries()
  expect(await mailsTo(email)).toEqual([])
  expect(await mailsTo(other.email)).toEqual([])
  const { nextSummaryDay } = await db().user.findUniqueOrThrow({ where: { id: userId } })
  expect(nextSummaryDay).toEqual(new Date('2026-11-30'))
})

test('a Monday that no worker saw until Wednesday is left out, and the next one comes', async () => {
  const { email, userId } = await reader()
  setClock(new Date('2026-11-25T08:00:00Z'))
  await sweepWeeklySummaries()
  expect(await mailsTo(email)).toEqual([])
  expect((await db().user.findUniqueOrThrow({ where: { id: userId } })).nextSummaryDay).toEqual(new Date('2026-11-30'))
})

test('one that could not be delivered before Wednesday is dropped', async () => {
  const { email } = await reader()
  setClock(monday)
  await sweepWeeklySummaries()
  setClock(new Date('2026-11-25T08:00:00Z'))
  expect(await mailsTo(email)).toEqual([])
})

test('its address ends it without a session: asked by a page, done by a POST, and by no address of another (C80)', async () => {
  const { email, userId } = await reader()
  const other = await reader()
  setClock(monday)
  await sweepWeeklySummaries()
  const [mail] = await mailsTo(email)
  const [, address = ''] = /<(\S+)>/.exec(headerOf(mail, 'list-unsubscribe')) ?? []
  expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const { searchParams } = new URL(address)
  const proof = searchParams.get('proof') ?? ''
  expect(await readSubscription({ userId }, proof)).toBe('on')
  expect(await readSubscription(other, proof)).toBeNull()
  expect(mail?.text).toContain(address)

  const wants = async (id: string) => (await db().user.findUniqueOrThrow({ where: { id } })).nextSummaryDay !== null
  const asked = GET(new Request(address))
  expect(asked.headers.get('location')).toMatch(/^\/unsubscribe\?/)
  expect(await wants(userId)).toBe(true)
  const forged = address.replace(userId, other.userId)
  expect((await POST(new Request(forged, { method: 'POST' }))).status).toBe(404)
  expect(await wants(other.userId)).toBe(true)
  expect((await POST(new Request(address, { method: 'POST', body: 'List-Unsubscribe=One-Click' }))).status).toBe(204)
  expect(await wants(userId)).toBe(false)
  expect(await readSubscription({ userId }, proof)).toBe('off')
})
