import { randomUUID } from 'node:crypto'
import { now } from '#lib/clock.ts'
import { db, type Prisma, type Tx } from '#lib/db.ts'
import { connectionState } from '#lib/domain/consent/connection.ts'
import { isNoticeKind, NoticeFacts, type NoticeKind, noticePath } from '#lib/domain/people/notice.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { isMailOn } from '#lib/mail.ts'
import { isUuid } from '#lib/services/ids.ts'
import { findFailing, languageOf, pageAt, queueMail, settingsPage } from '#lib/services/mail/queue.ts'
import type { MailRules } from '#lib/services/mail/sending.ts'
import type { MailLanguage, MailParts } from '#lib/services/mail/words/frame.ts'
import { writeNoticeMail } from '#lib/services/mail/words/notice.ts'
import type { MailSettingsView, NoticeView } from '#lib/views/notice.ts'

/**
 * What a person is told without having asked. A notice is a row that commits with what it tells of; home lists it until it
 * is put away, and a mail goes out with it when there is a mail server and the person wants mail.
 */

export type Notification = {
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

/** What the mail of a notice says; null for a kind we do not know. */
function wordsOfNotice(
  { kind, connectionId, facts: stored }: Omit<Notice, 'id' | 'userId'>,
  language: MailLanguage,
): MailParts | null {
  if (!isNoticeKind(kind)) return null
  const facts = NoticeFacts.parse(stored)
  const link = pageAt(noticePath({ kind, connectionId, facts }))
  return writeNoticeMail({ kind, facts, link, settingsLink: settingsPage() }, language)
}

/** A person's notices that they have not dismissed, the newest first; at most fifty. */
export async function listNotices(userId: string): Promise<NoticeView[]> {
  const rows = await db().notice.findMany({
    where: { userId, dismissedAt: null },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: 50,
  })
  return rows.flatMap(({ id, kind, facts: stored, connectionId, createdAt }): NoticeView[] => {
    if (!isNoticeKind(kind)) return []
    const notice = { kind, connectionId, facts: NoticeFacts.parse(stored) }
    return [{ id, ...notice, path: noticePath(notice), createdAt: createdAt.toISOString() }]
  })
}

/** Puts a notice away for good; doing it twice is doing it once. Refusals: `not_found`. */
export async function dismissNotice(userId: string, noticeId: string): Promise<void> {
  const where = { id: noticeId, userId }
  const notice = isUuid(noticeId) ? await db().notice.findFirst({ where, select: { id: true } }) : null
  if (!notice) throw new Refused('not_found')
  await db().notice.updateMany({ where: { ...where, dismissedAt: null }, data: { dismissedAt: now() } })
}

/** Puts away what is over, in the transaction that ends it: mails that are not out yet stay in. */
export async function dropNotices(tx: Tx, userId: string, which: Prisma.NoticeWhereInput): Promise<void> {
  await tx.notice.updateMany({ where: { ...which, userId, dismissedAt: null }, data: { dismissedAt: now() } })
}

/** What a person wants by mail, and since when mails to their address come back. */
export async function readMailWish(userId: string): Promise<MailSettingsView> {
  const [user, failing] = await Promise.all([
    db().user.findUnique({ where: { id: userId }, select: { mailNotices: true } }),
    findFailing([userId]),
  ])
  const failingSince = failing.get(userId)?.toISOString() ?? null
  return { mailNotices: user?.mailNotices ?? false, mailOn: isMailOn(), failingSince }
}

/** Turns mails on or off; while they are off, what waits to be sent is dropped instead. */
export async function changeMailWish(userId: string, mailNotices: boolean): Promise<void> {
  await db().user.updateMany({ where: { id: userId }, data: { mailNotices } })
}

/** A notice is mailed unless it was put away, or the connection it is about is no longer as it says. */
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
  // Removed by the payment itself once it is not held any more.
  transfer_held: 'any',
}
