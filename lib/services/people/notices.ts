import { randomUUID } from 'node:crypto'
import { isUuid } from '#lib/base/ids.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma, type Tx } from '#lib/db.ts'
import { connectionState } from '#lib/domain/consent/connection.ts'
import { isNoticeKind, NoticeFacts, type NoticeKind, noticePath } from '#lib/domain/people/notice.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { isMailOn } from '#lib/mail.ts'
import { findFailing, languageOf, pageAt, queueMail, settingsPage } from '#lib/services/mail/queue.ts'
import type { MailRules } from '#lib/services/mail/sending.ts'
import type { MailLanguage, MailParts } from '#lib/services/mail/words/frame.ts'
import { writeNoticeMail } from '#lib/services/mail/words/notice.ts'
import type { MailSettingsView } from '#lib/views/notice.ts'

/**
 * Notices. A notice is a row that commits with the event it reports; home lists it until it is dismissed, and it is also mailed if a mail
 * server is configured and the person wants mails.
 */

export type Notification = {
  readonly userId: string
  readonly connectionId: string | null
  readonly kind: NoticeKind
  /**
   * Identifies the event, so that it is reported once however many processes notice it: the connection and what distinguishes this event
   * from others, e.g. `new_accounts:<connectionId>:<resource ids hashed>`. At most 200 characters, no IBAN.
   */
  readonly key: string
  readonly facts: NoticeFacts
}

/**
 * Notifies a person in the transaction `tx` of the event: once per `key`, in the app and by mail. True if this call created the notice,
 * false if it existed before (even if dismissed since).
 *
 *     await notifyPerson(tx, {
 *       userId, connectionId, kind: 'new_accounts',
 *       key: `new_accounts:${connectionId}:${hash}`,
 *       facts: { bankName: bank.name, count: 2 },
 *     })
 */
export async function notifyPerson(tx: Tx, { userId, connectionId, kind, key, facts }: Notification): Promise<boolean> {
  const notice = { id: randomUUID(), userId, connectionId, kind, key, facts: NoticeFacts.parse(facts) }
  const { count } = await tx.notice.createMany({ data: { ...notice, createdAt: now() }, skipDuplicates: true })
  if (count === 1) await mailNotice(tx, notice)
  return count === 1
}

type Notice = {
  readonly id: string
  readonly userId: string
  readonly kind: string
  readonly connectionId: string | null
  readonly facts: unknown
}

async function mailNotice(tx: Tx, notice: Notice): Promise<void> {
  const { id, userId } = notice
  const user = await tx.user.findUnique({ where: { id: userId }, select: { mailNotices: true, locale: true } })
  const language = languageOf(user?.locale)
  const words = user?.mailNotices ? wordsOfNotice(notice, language) : null
  if (words === null) return
  await queueMail(tx, { parties: { userId }, kind: 'notice', aboutId: id, key: `notice:${id}`, language, words })
}

/** The text of a notice's mail; null for an unknown kind. */
function wordsOfNotice(
  { kind, connectionId, facts: stored }: Omit<Notice, 'id' | 'userId'>,
  language: MailLanguage,
): MailParts | null {
  if (!isNoticeKind(kind)) return null
  const facts = NoticeFacts.parse(stored)
  const link = pageAt(noticePath({ kind, connectionId, facts }))
  return writeNoticeMail({ kind, facts, link, settingsLink: settingsPage() }, language)
}

/** Dismisses a notice for good. Idempotent. Refusals: `not_found`. */
export async function dismissNotice(userId: string, noticeId: string): Promise<void> {
  const where = { id: noticeId, userId }
  const notice = isUuid(noticeId) ? await db().notice.findFirst({ where, select: { id: true } }) : null
  if (!notice) throw new Refused('not_found')
  await db().notice.updateMany({ where: { ...where, dismissedAt: null }, data: { dismissedAt: now() } })
}

/** Dismisses outdated notices, in the transaction that outdates them; their unsent mails are not sent. */
export async function dropNotices(tx: Tx, userId: string, which: Prisma.NoticeWhereInput): Promise<void> {
  await tx.notice.updateMany({ where: { ...which, userId, dismissedAt: null }, data: { dismissedAt: now() } })
}

/** Whether a person wants notices and the weekly summary by mail, and since when mails to their address fail. */
export async function readMailWish(userId: string): Promise<MailSettingsView> {
  const [user, failing] = await Promise.all([
    db().user.findUnique({ where: { id: userId }, select: { mailNotices: true, nextSummaryDay: true } }),
    findFailing([userId]),
  ])
  const failingSince = failing.get(userId)?.toISOString() ?? null
  const weeklySummary = (user?.nextSummaryDay ?? null) !== null
  return { mailNotices: user?.mailNotices ?? false, weeklySummary, mailOn: isMailOn(), failingSince }
}

/** Turns notices by mail on or off; while off, waiting mails are dropped. */
export async function changeMailWish(userId: string, mailNotices: boolean): Promise<void> {
  await db().user.updateMany({ where: { id: userId }, data: { mailNotices } })
}

/** The mail of a notice is valid unless the notice was dismissed, or its connection has changed since. */
export const noticeMailRules: MailRules<'notice'> = {
  notice: async (userId, id) => {
    const notice = await db().notice.findFirst({ where: { id, userId, dismissedAt: null } })
    if (!notice || !isNoticeKind(notice.kind)) return false
    const states = statesOf[notice.kind]
    if (notice.connectionId === null || states === 'any') return true
    const connection = await db().connection.findFirst({ where: { id: notice.connectionId, userId } })
    return connection !== null && states.includes(connectionState(connection, now()))
  },
}

const statesOf: { readonly [kind in NoticeKind]: readonly string[] | 'any' } = {
  renewal_due: ['active', 'renew_soon'],
  expired: ['expired'],
  revoked: ['revoked'],
  replaced: ['replaced'],
  new_accounts: ['active', 'renew_soon'],
  // The payment removes it itself once it is no longer held.
  transfer_held: 'any',
}
