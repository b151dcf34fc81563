import { describe, expect, test } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { moveConnection, reviveConnection } from '#lib/services/grants/connection-state.ts'
import { isGrantAlive } from '#lib/services/grants/tokens.ts'
import { readHome } from '#lib/services/home/read.ts'
import { changeMailWish, dismissNotice, notifyPerson } from '#lib/services/people/notices.ts'
import { refreshConnection } from '#lib/services/refresh/connection.ts'
import { type Person, people } from '#testing/bank/customers.ts'
import { noticesOf } from '#testing/people/notices.ts'
import { openMailbox, sendDueMails } from '#testing/stack/mailbox.ts'
import { openStack } from '#testing/stack/open.ts'
import { comeBack, goToBank, link, newConsented, newVisitor, presence } from '#testing/stack/start.ts'
import { readFlow, type Visitor } from './link.ts'
import { readConnection } from './read.ts'
import { remindOfExpiry } from './reminders.ts'

const { wire } = openStack()

const mailbox = openMailbox()

const dayMs = 86_400_000
const noticeKindsOf = async ({ userId }: Visitor) => (await noticesOf(userId)).map(({ kind }) => kind)

async function mailsTo({ userId }: Visitor) {
  const { email } = await db().user.findUniqueOrThrow({ where: { id: userId } })
  return mailbox.readTo(email)
}

/** A consented connection of a new user. The mail about linking is tested in `activity-mails.test.ts`. */
async function connected(person: Person = people.lea) {
  const { visitor, connectionId } = await newConsented(person)
  await db().mail.deleteMany({ where: { userId: visitor.userId, kind: 'bank_linked' } })
  const { expiresAt } = await db().connection.findUniqueOrThrow({ where: { id: connectionId } })
  const daysBefore = (days: number) => setClock(new Date((expiresAt?.getTime() ?? 0) - days * dayMs))
  return { visitor, connectionId, daysBefore }
}

describe('reminders', () => {
  test('come at 30, 14, 7 and 1 days and at the end: each once, in the app and by mail', async () => {
    const { visitor, connectionId, daysBefore } = await connected()
    for (const days of [31, 30, 29, 14, 13, 7, 6, 1, 0.5, 0, -1]) {
      daysBefore(days)
      await remindOfExpiry()
      await remindOfExpiry()
      await sendDueMails()
    }
    const subjects = (await mailsTo(visitor)).map(({ subject }) => subject?.replace(/^.*(?=prend|a pris)/, ''))
    expect(subjects).toEqual([
      'prend fin dans 30\u00a0jours',
      'prend fin dans 14\u00a0jours',
      'prend fin dans 7\u00a0jours',
      'prend fin demain',
      'a pris fin',
    ])
    expect(await readConnection(visitor, connectionId)).toMatchObject({ state: 'expired' })
    expect((await db().connection.findUniqueOrThrow({ where: { id: connectionId } })).remindAt).toBeNull()
  })

  test('that were missed for weeks are replaced by the last one', async () => {
    const { visitor, daysBefore } = await connected()
    daysBefore(5)
    await remindOfExpiry()
    expect((await noticesOf(visitor.userId)).map(({ facts }) => facts.daysLeft)).toEqual([5])
  })

  test('are sent by one of many workers', async () => {
    const { visitor, daysBefore } = await connected()
    daysBefore(30)
    const notify = await Promise.all(Array.from({ length: 8 }, remindOfExpiry))
    expect(notify.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(await noticeKindsOf(visitor)).toEqual(['renewal_due'])
  })

  test('start over with a renewal, which dismisses the old ones', async () => {
    const { visitor, connectionId, daysBefore } = await connected()
    daysBefore(30)
    await remindOfExpiry()
    expect((await readHome(visitor)).attention.map(({ kind }) => kind)).toEqual(['renew_soon'])
    await comeBack(await goToBank(visitor, people.lea, { renews: connectionId }), visitor)
    expect(await noticesOf(visitor.userId)).toEqual([])
    await sendDueMails()
    expect(await mailsTo(visitor)).toEqual([])
    const renewed = await connectedAgain(connectionId)
    renewed.daysBefore(30)
    await remindOfExpiry()
    expect(await noticeKindsOf(visitor)).toEqual(['renewal_due'])
  })

  test('that are dismissed disappear from home until the next one', async () => {
    const { visitor, daysBefore } = await connected()
    daysBefore(30)
    await remindOfExpiry()
    const [notice] = await noticesOf(visitor.userId)
    await dismissNotice(visitor, notice?.id ?? '')
    expect((await readHome(visitor)).attention).toEqual([])
    daysBefore(14)
    await remindOfExpiry()
    expect((await readHome(visitor)).attention).toMatchObject([{ kind: 'renew_soon', daysLeft: 14 }])
  })

  test('are not for a connection whose consent was never given', async () => {
    const visitor = await newVisitor()
    await link(visitor, people.ines)
    const { id, expiresAt } = await db().connection.findFirstOrThrow({ where: { userId: visitor.userId } })
    for (const [days, attention] of [
      [20, [{ kind: 'finish_consent' }]],
      [-1, []],
    ] as const) {
      setClock(new Date((expiresAt?.getTime() ?? 0) - days * dayMs))
      await remindOfExpiry()
      expect(await noticeKindsOf(visitor)).toEqual([])
      expect((await readHome(visitor)).attention).toMatchObject(attention)
    }
    expect(await readConnection(visitor, id)).toMatchObject({ state: 'expired', consent: null })
  })
})

async function connectedAgain(connectionId: string) {
  const { expiresAt } = await db().connection.findUniqueOrThrow({ where: { id: connectionId } })
  return { daysBefore: (days: number) => setClock(new Date((expiresAt?.getTime() ?? 0) - days * dayMs)) }
}

describe('a mail', () => {
  const telling = { kind: 'new_accounts' as const, key: 'new', facts: { bankName: 'Bank', count: 1 } }

  async function notify(locale: 'fr' | 'en' = 'fr') {
    const { visitor, connectionId } = await connected()
    const { userId } = visitor
    await db().user.update({ where: { id: userId }, data: { locale } })
    expect(await db().$transaction(tx => notifyPerson(tx, { ...telling, userId, connectionId }))).toBe(true)
    expect(await db().$transaction(tx => notifyPerson(tx, { ...telling, userId, connectionId }))).toBe(false)
    const { id: noticeId } = await db().notice.findFirstOrThrow({ where: { userId, kind: 'new_accounts' } })
    return { visitor, noticeId }
  }

  const stateOf = async (noticeId: string) =>
    (await db().mail.findFirst({ where: { kind: 'notice', aboutId: noticeId } }))?.state ?? null

  test('holds no IBAN, leads back here, and is in the person’s language', async () => {
    const { visitor } = await notify('en')
    await sendDueMails()
    const [mail, ...more] = await mailsTo(visitor)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Bank: a new account')
    expect(mail?.headers).toContainEqual(expect.objectContaining({ key: 'content-language', value: 'en' }))
    expect(mail?.text).toContain(`${process.env.APP_URL}/connections/`)
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/FR\d{2}/)
  })

  test('is not sent to people who opted out, before or after it was queued', async () => {
    const { visitor, noticeId } = await notify()
    await changeMailWish(visitor, false)
    const other = { ...telling, userId: visitor.userId, connectionId: null, key: 'other' }
    await db().$transaction(tx => notifyPerson(tx, other))
    await sendDueMails()
    expect(await mailsTo(visitor)).toEqual([])
    expect(await stateOf(noticeId)).toBe('overtaken')
    expect(await noticesOf(visitor.userId)).toHaveLength(2)
  })

  test('that is no longer valid is not sent: dismissed, or the connection has ended meanwhile', async () => {
    const [putAway, over] = [await notify(), await notify()]
    await dismissNotice(putAway.visitor, putAway.noticeId)
    await db().connection.updateMany({ where: { userId: over.visitor.userId }, data: { status: 'disconnected' } })
    await sendDueMails()
    for (const { visitor, noticeId } of [putAway, over]) {
      expect(await stateOf(noticeId)).toBe('overtaken')
      const subjects = (await mailsTo(visitor)).map(({ subject }) => subject)
      expect(subjects.filter(subject => subject?.includes('nouveau compte'))).toEqual([])
    }
  })

  test('is rolled back with its transaction', async () => {
    const { userId } = await newVisitor()
    const telling = { userId, connectionId: null, kind: 'expired' as const, key: 'k', facts: { bankName: 'Bank' } }
    const undone = db().$transaction(async tx => {
      await notifyPerson(tx, telling)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await noticesOf(userId)).toEqual([])
  })
})

describe('the end of a grant', () => {
  const killAtBank = async (connectionId: string) => {
    await db().connection.update({ where: { id: connectionId }, data: { accessExpiresAt: new Date(0) } })
    await wire.tap(
      ({ target }) => (target.endsWith('/oauth/token') ? { status: 400, body: { error: 'invalid_grant' } } : 'none'),
      { bankCode: '19874' },
    )
  }

  test('at the bank is reported once, with what the bank says', async () => {
    const { visitor, connectionId } = await connected(people.monique)
    await killAtBank(connectionId)
    const tries = Array.from({ length: 3 }, () => refreshConnection(visitor, connectionId, presence))
    expect((await Promise.allSettled(tries)).some(({ status }) => status === 'rejected')).toBe(true)
    expect(await readConnection(visitor, connectionId)).toMatchObject({ state: 'revoked', endedBy: 'bank_side' })
    expect((await noticesOf(visitor.userId)).map(({ kind, facts }) => [kind, facts.by])).toEqual([
      ['revoked', 'bank_side'],
    ])
    await sendDueMails()
    expect(await mailsTo(visitor)).toHaveLength(1)
  })

  test('that was wrong is undone with its notice, and reminders go on (R5)', async () => {
    const { visitor, connectionId, daysBefore } = await connected(people.monique)
    const { userId } = visitor
    await db().$transaction(tx => moveConnection(tx, { userId, connectionId, event: 'grant_refused', reason: null }))
    expect(await noticeKindsOf(visitor)).toEqual(['revoked'])
    await db().$transaction(tx => reviveConnection(tx, { userId, connectionId, from: 'revoked' }))
    expect(await readConnection({ userId }, connectionId)).toMatchObject({ state: 'active', endedBy: null })
    expect(await noticesOf(userId)).toEqual([])
    daysBefore(30)
    await remindOfExpiry()
    expect(await noticeKindsOf(visitor)).toEqual(['renewal_due'])
  })

  test('caused by a bad request of ours is reported as our fault', async () => {
    const { visitor, connectionId } = await connected(people.monique)
    const { userId } = visitor
    await wire.tap(
      ({ target }) => (target.includes('/accounts') ? { status: 403, body: { status: 403, message: 'BADS' } } : 'none'),
      { bankCode: '19874' },
    )
    await expect(refreshConnection({ userId }, connectionId, presence)).rejects.toMatchObject({ bankCode: 'BADS' })
    expect(await readConnection({ userId }, connectionId)).toMatchObject({ state: 'revoked', endedBy: 'us' })
    expect((await noticesOf(userId)).map(({ facts }) => facts.by)).toEqual(['us'])
  })

  test('by another person who links the same login: the earlier one is notified, also by mail, and learns nothing about the later one', async () => {
    const { visitor: first, connectionId } = await connected(people.thomas)
    const second = await newVisitor()
    await link(second, people.thomas)
    expect(await readConnection(first, connectionId)).toMatchObject({
      state: 'replaced',
      endedBy: 'another_person',
    })
    await sendDueMails()
    const [mail] = await mailsTo(first)
    expect(mail?.text).toContain('depuis un autre compte Guichet')
    expect(JSON.stringify(await noticesOf(first.userId))).not.toContain(second.userId)
    expect(await noticeKindsOf(second)).toEqual([])
  })

  test('does not reach a couple with one account in common, each with a login of their own', async () => {
    const { visitor: first, connectionId } = await connected(people.camille)
    const second = await newVisitor()
    const theirs = await link(second, people.thomas)
    // The joint account: the bank lists one of the first person's IBANs for the second one too.
    const shared = await db().account.findFirstOrThrow({
      where: { connectionId, kind: 'account', iban: { not: null } },
    })
    const other = await db().account.findFirstOrThrow({ where: { connectionId: theirs, kind: 'account' } })
    await db().account.update({ where: { id: other.id }, data: { iban: shared.iban } })
    const again = await newVisitor()
    await link(again, people.camille)
    expect(await readConnection(first, connectionId)).toMatchObject({ state: 'replaced' })
    expect(await readConnection(second, theirs)).toMatchObject({ state: 'choosing' })
    expect(await isGrantAlive({ userId: second.userId, connectionId: theirs, presence })).toBe(true)
  })
})

describe('a login whose accounts changed', () => {
  const dropOneAccount = async (connectionId: string) => {
    const { id } = await db().account.findFirstOrThrow({ where: { connectionId, kind: 'account' } })
    await db().account.update({ where: { id }, data: { iban: 'FR7600000000000000000000000', resourceId: 'other' } })
  }

  test('is still the same login, for the old grant died with the new one', async () => {
    const { visitor, connectionId } = await connected(people.camille)
    await dropOneAccount(connectionId)
    const outcome = await comeBack(await goToBank(visitor, people.camille), visitor)
    expect(outcome.connectionId).toBe(connectionId)
    expect(await readFlow(outcome.flowId ?? '', visitor.userId)).toMatchObject({ outcome: 'merged' })
    expect(await noticeKindsOf(visitor)).toEqual([])
    await refreshConnection(visitor, connectionId, presence)
  })

  test('and an other login that shares an account is a connection of its own, for the old grant lives', async () => {
    const { visitor, connectionId } = await connected(people.camille)
    const known = await db().account.findMany({ where: { connectionId, kind: 'account', iban: { not: null } } })
    const helper = await newVisitor()
    const thomas = await link(helper, people.thomas)
    const shared = await db().account.findFirstOrThrow({ where: { connectionId: thomas, iban: { not: null } } })
    // All that Camille's connection knows is one of Thomas's accounts: a joint one.
    const others = known.slice(1).map(({ id }) => id)
    await db().account.updateMany({ where: { id: { in: others } }, data: { gone: true } })
    await db().account.update({ where: { id: known[0]?.id ?? '' }, data: { iban: shared.iban } })
    const outcome = await comeBack(await goToBank(visitor, people.thomas), visitor)
    expect(outcome.connectionId).not.toBe(connectionId)
    expect(await readConnection(visitor, connectionId)).toMatchObject({ state: 'active' })
    expect(await isGrantAlive({ userId: visitor.userId, connectionId, presence })).toBe(true)
  })
})
