import { randomUUID } from 'node:crypto'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import { isNoticeKind, NoticeFacts, type NoticeKind, noticePath } from '#lib/domain/notice.ts'
import type { NoticeView } from '#lib/domain/notice-view.ts'
import { Refused } from '#lib/domain/refused.ts'
import { isMailOn } from '#lib/mail.ts'
import { isUuid } from '#lib/services/ids.ts'

/**
 * What a person is told without having asked. A notice is a row that commits with what it tells of; home lists it until it
 * is put away, and notice-mail.ts sends it when there is a mail server and the person wants mail.
 */

export type Telling = {
  readonly userId: string
  readonly connectionId: string | null
  readonly kind: NoticeKind
  /**
   * What this tells of, so that it is told once however many processes notice it: the connection and what makes this
   * occasion another one, e.g. `new_accounts:<connectionId>:<resource ids hashed>`. At most 200 characters, no IBAN.
   */
  readonly key: string
  readonly facts: NoticeFacts
}

/**
 * Tells a person something, in the transaction `tx` of what happened: once per `key`, in the app and by mail. True when
 * this call told it, false when it was told before (also when they have put it away since). Never throws for a repetition.
 *
 *     await tellPerson(tx, {
 *       userId, connectionId, kind: 'new_accounts',
 *       key: `new_accounts:${connectionId}:${hash}`,
 *       facts: { bankName: bank.name, count: 2 },
 *     })
 */
export async function tellPerson(tx: Tx, { userId, connectionId, kind, key, facts }: Telling): Promise<boolean> {
  const mailed = isMailOn() && (await wantsMail(tx, userId))
  const { count } = await tx.notice.createMany({
    data: {
      ...{ id: randomUUID(), userId, connectionId, kind, key, facts: NoticeFacts.parse(facts), createdAt: now() },
      // Leases and tries go by real time, like SQL's own.
      ...(mailed ? { mailState: 'due', mailNextTryAt: new Date() } : { mailState: 'none' }),
    },
    skipDuplicates: true,
  })
  return count === 1
}

/** Whether this person takes notices by mail: they do until they say no. */
export async function wantsMail(tx: Tx, userId: string): Promise<boolean> {
  const user = await tx.user.findUnique({ where: { id: userId }, select: { mailNotices: true } })
  return user?.mailNotices ?? false
}

/** What a person was told and has not put away, the newest first; at most fifty. */
export async function listNotices(userId: string): Promise<NoticeView[]> {
  const rows = await db().notice.findMany({
    where: { userId, dismissedAt: null },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: 50,
  })
  return rows.flatMap(({ id, kind, facts, connectionId, createdAt }): NoticeView[] =>
    isNoticeKind(kind)
      ? [
          {
            ...{ id, kind, connectionId, facts: NoticeFacts.parse(facts) },
            ...{ path: noticePath(kind, connectionId), createdAt: createdAt.toISOString() },
          },
        ]
      : [],
  )
}

/** Puts a notice away for good; doing it twice is doing it once. Refusals: `not_found`. */
export async function dismissNotice(userId: string, noticeId: string): Promise<void> {
  const where = { id: noticeId, userId }
  const notice = isUuid(noticeId) ? await db().notice.findFirst({ where, select: { id: true } }) : null
  if (!notice) throw new Refused('not_found')
  await db().notice.updateMany({ where: { ...where, dismissedAt: null }, data: { dismissedAt: now() } })
}

/**
 * What was told of a connection's old authorisation is over with a new one, or with the connection: put away, and mails
 * that are not out yet stay in. `new_accounts` remains, for it asks something else.
 */
export async function dropOldNotices(tx: Tx, userId: string, connectionId: string): Promise<void> {
  const where = { userId, connectionId, kind: { not: 'new_accounts' } }
  await tx.notice.updateMany({ where: { ...where, dismissedAt: null }, data: { dismissedAt: now() } })
  await tx.notice.updateMany({ where: { ...where, mailState: 'due' }, data: { mailState: 'overtaken' } })
}

/** What a person wants by mail. */
export async function readMailWish(userId: string): Promise<{ mailNotices: boolean; mailOn: boolean }> {
  return { mailNotices: await wantsMail(db(), userId), mailOn: isMailOn() }
}

/** Turns mails on or off; what waits to be sent is not sent any more once it is off. */
export async function changeMailWish(userId: string, mailNotices: boolean): Promise<void> {
  await db().$transaction(async tx => {
    await tx.user.updateMany({ where: { id: userId }, data: { mailNotices } })
    if (mailNotices) return
    await tx.notice.updateMany({ where: { userId, mailState: 'due' }, data: { mailState: 'overtaken' } })
  })
}
