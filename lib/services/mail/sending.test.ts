import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { sendQueuedMail } from '#lib/jobs/mail-rules.ts'
import { notifyPerson, readMailWish } from '#lib/services/people/notices.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { endMailPauses, openMailbox, sendDueMails } from '#testing/stack/mailbox.ts'
import { findFailing, queueMail } from './queue.ts'
import { findDueMails, sweepMails } from './sending.ts'

/** The outbox itself; the text of each mail and when it expires are tested with the services that write them. */

const mailbox = openMailbox()
const { mails } = mailbox
const nowhere = 'smtp://127.0.0.1:1'
const daysOn = (days: number) => setClock(new Date(Date.now() + days * 86_400_000))

async function newPerson() {
  const { userId, email } = await aPerson()
  return { userId, email }
}

/** A notice about nothing that could change; its mail is due. */
async function notify(person?: { userId: string; email: string }) {
  const { userId, email } = person ?? (await newPerson())
  const notice = { userId, connectionId: null, kind: 'expired' as const, key: randomUUID() }
  await db().$transaction(tx => notifyPerson(tx, { ...notice, facts: { bankName: 'Bank' } }))
  const { id } = await db().mail.findFirstOrThrow({ where: { userId, state: 'due' } })
  return { id, userId, email }
}

const rowOf = (id: string) => db().mail.findUniqueOrThrow({ where: { id } })

describe('a mail that is due', () => {
  test('is sent by one of many workers that find it, once', async () => {
    const { id, email } = await notify()
    const found = await Promise.all([findDueMails(), findDueMails(), findDueMails()])
    expect(found).toEqual([[{ id }], [{ id }], [{ id }]])
    const sent = await Promise.all(Array.from({ length: 8 }, () => sendQueuedMail(id)))
    expect(sent.filter(Boolean)).toHaveLength(1)
    expect(await sendQueuedMail(id)).toBe(false)
    expect(mails.map(({ to }) => to)).toEqual([email])
    expect(await rowOf(id)).toMatchObject({ state: 'sent', wordsSealed: null, nextTryAt: null, leaseId: null })
  })

  test('cannot be read from the row', async () => {
    const { id } = await notify()
    const { wordsSealed } = await rowOf(id)
    expect(wordsSealed?.split('.')).toHaveLength(5)
    expect(wordsSealed).not.toContain('Bank')
  })

  test('of a worker that died is sent by another when the lease has expired, under the same Message-ID', async () => {
    const { id, email } = await notify()
    const dead = { state: 'sending' as const, leaseId: randomUUID(), leaseUntil: new Date(Date.now() + 30_000) }
    await db().mail.update({ where: { id }, data: { ...dead, nextTryAt: new Date(0) } })
    expect(await findDueMails()).toEqual([])
    expect(await sendQueuedMail(id)).toBe(false)
    await db().mail.update({ where: { id }, data: { leaseUntil: new Date(Date.now() - 1) } })
    expect(await findDueMails()).toEqual([{ id }])
    expect(await sendQueuedMail(id)).toBe(true)
    expect((await mailbox.readTo(email))[0]?.messageId).toBe(`<${id}@localhost>`)
  })

  test('whose worker dies after the server accepted it and before that is stored goes out again, with the same Message-ID', async () => {
    const { id, email } = await notify()
    // The lease expires before the server accepts, so what this worker stores afterwards is discarded.
    mailbox.onTaken = async () => {
      mailbox.onTaken = null
      await db().mail.update({ where: { id }, data: { leaseUntil: new Date(Date.now() - 1), leaseId: randomUUID() } })
    }
    await sendQueuedMail(id)
    expect(await rowOf(id)).toMatchObject({ state: 'sending' })
    expect(await sendQueuedMail(id)).toBe(true)
    const ids = (await mailbox.readTo(email)).map(({ messageId }) => messageId)
    expect(ids).toEqual([`<${id}@localhost>`, `<${id}@localhost>`])
    expect(await rowOf(id)).toMatchObject({ state: 'sent', tries: 2 })
  })

  test('of a kind that only a newer version knows waits for that version', async () => {
    const { id } = await notify()
    await db().mail.update({ where: { id }, data: { kind: 'newsletter' } })
    expect(await findDueMails()).toEqual([])
    expect(await sendQueuedMail(id)).toBe(false)
    expect(await rowOf(id)).toMatchObject({ state: 'due', tries: 0 })
  })

  test('is written once for a key, and not at all without a mail server', async () => {
    const { userId } = await newPerson()
    const words = { template: 'sign_up_repeated', values: {}, page: 'https://a.example' } as const
    const mail = {
      parties: { userId },
      kind: 'notice',
      aboutId: randomUUID(),
      key: 'k',
      language: 'fr',
      words,
    } as const
    expect(await queueMail(db(), mail)).toBe(true)
    expect(await queueMail(db(), mail)).toBe(true)
    delete process.env.SMTP_URL
    expect(await queueMail(db(), { ...mail, key: 'other' })).toBe(false)
    expect(await db().mail.count()).toBe(1)
    expect(await findDueMails()).toEqual([])
  })
})

describe('a mail that is not accepted', () => {
  test('waits, longer each time, and is given up after five days', async () => {
    const { id } = await notify()
    process.env.SMTP_URL = nowhere
    const gapsMs: number[] = []
    for (let tries = 1; tries <= 4; tries += 1) {
      await endMailPauses()
      await sendDueMails()
      const row = await rowOf(id)
      expect(row).toMatchObject({ state: 'due', tries, leaseId: null, leaseUntil: null })
      gapsMs.push((row.nextTryAt?.getTime() ?? 0) - Date.now())
    }
    expect(gapsMs.toSorted((one, other) => one - other)).toEqual(gapsMs)
    expect(await findDueMails()).toEqual([])
    daysOn(5)
    await endMailPauses()
    await sendDueMails()
    expect(await rowOf(id)).toMatchObject({ state: 'failed', wordsSealed: null })
  })

  test('whose text cannot be opened waits for the key and delays no other mail', async () => {
    const [locked, open] = [await notify(), await notify()]
    const { wordsSealed } = await rowOf(open.id)
    await db().mail.update({ where: { id: locked.id }, data: { wordsSealed } })
    await sendDueMails()
    expect(await rowOf(locked.id)).toMatchObject({ state: 'due', tries: 1, leaseId: null })
    expect(mails.map(({ to }) => to)).toEqual([open.email])
  })

  test('is given up at once when the server refuses it for good', async () => {
    const { id } = await notify()
    mailbox.refuses = true
    await sendDueMails()
    expect(await rowOf(id)).toMatchObject({ state: 'failed', tries: 1 })
  })

  test('is reported to its recipient, with the date, until one arrives', async () => {
    const person = await newPerson()
    expect(await readMailWish(person)).toMatchObject({ failingSince: null })
    mailbox.refuses = true
    const first = await notify(person)
    await sendDueMails()
    const since = (await rowOf(first.id)).finishedAt?.toISOString()
    daysOn(3)
    await notify(person)
    await sendDueMails()
    expect(await readMailWish(person)).toMatchObject({ failingSince: since })
    const other = await newPerson()
    expect([...(await findFailing([other.userId, person.userId])).keys()]).toEqual([person.userId])
    mailbox.refuses = false
    daysOn(4)
    await notify(person)
    await sendDueMails()
    expect(await readMailWish(person)).toMatchObject({ failingSince: null })
  })
})

test('is deleted a month after it was sent; a mail that is still due never is', async () => {
  const [sent, due] = [await notify(), await notify()]
  await sendQueuedMail(sent.id)
  daysOn(29)
  await sweepMails()
  expect(await db().mail.count()).toBe(2)
  daysOn(31)
  await sweepMails()
  expect(await db().mail.findMany({ select: { id: true } })).toEqual([{ id: due.id }])
})
