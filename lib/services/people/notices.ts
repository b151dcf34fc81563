import { randomUUID } from 'node:crypto'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { isUuid } from '#lib/base/ids.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma, type Tx } from '#lib/db.ts'
import { connectionState } from '#lib/domain/consent/connection.ts'
import { isNoticeKind, NoticeFacts, type NoticeKind, noticePath } from '#lib/domain/people/notice.ts'
import { requireFound } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import { isMailOn } from '#lib/mail.ts'
import { findFailing, languageOf, pageAt, queueMail, settingsPage } from '#lib/services/mail/queue.ts'
import type { MailRules } from '#lib/services/mail/sending.ts'
import type { MailWords } from '#lib/services/mail/words/write.ts'
import type { MailSettingsView } from '#lib/views/notice.ts'

/** Commits with its event; listed at home and mailed if wanted. */

export type Notification = {
  readonly userId: string
  readonly connectionId: string | null
  readonly kind: NoticeKind
  /** Connection and what distinguishes the event: `new_accounts:<connectionId>:<hash>`. At most 200, no IBAN. */
  readonly key: string
  readonly facts: NoticeFacts
}

/** Once per `key`, in the app and by mail. True if this call created it. */
export async function notifyPerson(tx: Tx, { userId, connectionId, kind, key, facts }: Notification): Promise<boolean> {
  const notice = { id: randomUUID(), userId, connectionId, kind, key, facts: NoticeFacts.parse(facts) }
  const { count } = await tx.notice.createMany({ data: { ...notice, createdAt: now() }, skipDuplicates: true })
  if (count === 1) await mailNotice(tx, notice)
  return count === 1
}

type Notice = Pick<Prisma.NoticeGetPayload<object>, 'id' | 'userId' | 'kind' | 'connectionId'> & { facts: unknown }

async function mailNotice(tx: Tx, notice: Notice): Promise<void> {
  const { id, userId } = notice
  const user = await tx.user.findUnique({ where: { id: userId }, select: { mailNotices: true, locale: true } })
  const language = languageOf(user?.locale)
  const words = user?.mailNotices ? wordsOfNotice(notice) : null
  if (words === null) return
  await queueMail(tx, { parties: { userId }, kind: 'notice', aboutId: id, key: `notice:${id}`, language, words })
}

/** Null: unknown kind. */
function wordsOfNotice({ kind, connectionId, facts: stored }: Omit<Notice, 'id' | 'userId'>): MailWords | null {
  if (!isNoticeKind(kind)) return null
  const facts = NoticeFacts.parse(stored)
  const { bankName, daysLeft = 0, endsAt, count = 1, by = 'unknown' } = facts
  const endsOn = endsAt === undefined ? null : new Date(parisDay(new Date(endsAt)))
  const page = pageAt(noticePath({ kind, connectionId, facts }))
  return { template: kind, values: { bankName, daysLeft, endsOn, count, by }, page, link: settingsPage() }
}

/** Idempotent. Refusals: `not_found`. */
export async function dismissNotice({ userId }: Person, noticeId: string): Promise<void> {
  const where = { id: noticeId, userId }
  requireFound(isUuid(noticeId) && (await db().notice.findFirst({ where, select: { id: true } })))
  await db().notice.updateMany({ where: { ...where, dismissedAt: null }, data: { dismissedAt: now() } })
}

/** In the transaction that outdates them; unsent mails are dropped. */
export async function dropNotices(tx: Tx, userId: string, which: Prisma.NoticeWhereInput): Promise<void> {
  await tx.notice.updateMany({ where: { ...which, userId, dismissedAt: null }, data: { dismissedAt: now() } })
}

export async function readMailWish({ userId }: Person): Promise<MailSettingsView> {
  const [user, failing] = await Promise.all([
    db().user.findUnique({ where: { id: userId }, select: { mailNotices: true, nextSummaryDay: true } }),
    findFailing([userId]),
  ])
  const failingSince = failing.get(userId)?.toISOString() ?? null
  const weeklySummary = (user?.nextSummaryDay ?? null) !== null
  return { mailNotices: user?.mailNotices ?? false, weeklySummary, mailOn: isMailOn(), failingSince }
}

/** Off drops waiting ones. */
export async function changeMailWish({ userId }: Person, mailNotices: boolean): Promise<void> {
  await db().user.updateMany({ where: { id: userId }, data: { mailNotices } })
}

/** Unless dismissed, or the connection changed. */
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
  // The payment removes it.
  transfer_held: 'any',
}
