import { randomUUID } from 'node:crypto'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { connectionState } from '#lib/domain/connection.ts'
import { isNoticeKind, NoticeFacts, type NoticeKind, noticePath } from '#lib/domain/notice.ts'
import { writeNoticeMail } from '#lib/domain/notice-mail.ts'
import { readEnv } from '#lib/env.ts'
import { log } from '#lib/log.ts'
import { isMailOn, MailNotSent, sendMail } from '#lib/mail.ts'
import { parseStatus } from '#lib/services/connections/connection-state.ts'

/**
 * Notices that go out by mail. Each has its state and lease in its row, so any number of workers send it once; a job only
 * says which. A worker that dies between the server's yes and our note of it is the one case in which a mail goes out
 * again, and then it bears the same Message-ID, by which a mailbox shows it once.
 */

const atOnce = 50
/** A job that was made and never ran is made again after this long. */
const jobSeconds = 120
/** Longer than a conversation with the mail server may last (lib/mail.ts). */
const leaseSeconds = 60
const mostTries = 8
const firstWaitMs = 30_000
const longestWaitMs = 6 * 60 * 60_000

/** Ids of mails that are due and that nobody made a job for; asking makes them the asker's. Leases left by the dead count. */
export async function takeDueMails(): Promise<string[]> {
  if (!isMailOn()) return []
  const rows = await db().$queryRaw<{ id: string }[]>`
    UPDATE "Notice" SET "mailNextTryAt" = now() + make_interval(secs => ${jobSeconds})
    WHERE "id" IN (
      SELECT "id" FROM "Notice"
      WHERE "mailState" IN ('due', 'sending') AND "mailNextTryAt" <= now()
        AND ("mailLeaseUntil" IS NULL OR "mailLeaseUntil" < now())
      ORDER BY "mailNextTryAt" LIMIT ${atOnce} FOR UPDATE SKIP LOCKED)
    RETURNING "id"`
  return rows.map(({ id }) => id)
}

/** Sends one of them, unless somebody has, or is about to, or it has been overtaken. True when this call sent it. */
export async function sendNoticeMail(noticeId: string): Promise<boolean> {
  const leaseId = randomUUID()
  const notice = await takeLease(noticeId, leaseId)
  if (!notice) return false
  if (!isMailOn() || (await isOvertaken(notice))) return settle(notice, leaseId, { mailState: 'overtaken' })
  try {
    await sendMail(await compose(notice))
  } catch (error) {
    if (!(error instanceof MailNotSent)) throw error
    return putOff(notice, leaseId, error)
  }
  await settle(notice, leaseId, { mailState: 'sent', mailSentAt: now() })
  return true
}

type Taken = {
  readonly id: string
  readonly userId: string
  readonly kind: string
  readonly connectionId: string | null
  readonly facts: unknown
  readonly mailTries: number
}

async function takeLease(noticeId: string, leaseId: string): Promise<Taken | null> {
  const rows = await db().$queryRaw<Taken[]>`
    UPDATE "Notice"
    SET "mailState" = 'sending', "mailLeaseId" = ${leaseId}::uuid, "mailTries" = "mailTries" + 1,
        "mailLeaseUntil" = now() + make_interval(secs => ${leaseSeconds})
    WHERE "id" = ${noticeId}::uuid AND "mailState" IN ('due', 'sending')
      AND ("mailLeaseUntil" IS NULL OR "mailLeaseUntil" < now())
    RETURNING "id", "userId", "kind", "connectionId", "facts", "mailTries"`
  return rows[0] ?? null
}

async function settle({ id, userId }: Taken, mailLeaseId: string, data: object): Promise<false> {
  const done = { ...data, mailLeaseId: null, mailLeaseUntil: null }
  await db().notice.updateMany({ where: { id, userId, mailLeaseId }, data: done })
  return false
}

/** What no longer holds is not sent: put away, renewed meanwhile, disconnected, or the person wants no mail any more. */
async function isOvertaken({ id, userId, kind, connectionId }: Taken): Promise<boolean> {
  const [notice, user, connection] = await Promise.all([
    db().notice.findFirst({ where: { id, userId }, select: { dismissedAt: true } }),
    db().user.findUnique({ where: { id: userId }, select: { mailNotices: true } }),
    connectionId === null ? null : db().connection.findFirst({ where: { id: connectionId, userId } }),
  ])
  if (notice?.dismissedAt || !user?.mailNotices || !isNoticeKind(kind)) return true
  if (connectionId === null) return false
  if (!connection) return true
  const { status, expiresAt } = connection
  return !holds[kind].includes(connectionState({ status: parseStatus(status), expiresAt }, now()))
}

const holds: { readonly [kind in NoticeKind]: readonly string[] } = {
  renewal_due: ['active', 'renew_soon'],
  expired: ['expired'],
  revoked: ['revoked'],
  replaced: ['replaced'],
  new_accounts: ['active', 'renew_soon'],
}

async function compose({ id, userId, kind, connectionId, facts }: Taken) {
  if (!isNoticeKind(kind)) throw new Error('a notice has a kind we do not know')
  const { email, locale } = await db().user.findUniqueOrThrow({ where: { id: userId } })
  const language = locale === 'en' ? 'en' : 'fr'
  const appUrl = readEnv('APP_URL')
  const link = `${appUrl}${noticePath(kind, connectionId)}`
  const parts = { kind, facts: NoticeFacts.parse(facts), link, settingsLink: `${appUrl}/settings#mail` }
  return { id, to: email, language, ...writeNoticeMail(parts, language) }
}

/** Waits longer each time, with jitter; gives up when the server never will, or after eight tries. */
async function putOff(notice: Taken, leaseId: string, error: MailNotSent): Promise<false> {
  const { id, mailTries } = notice
  log().warn({ err: error, noticeId: id, tries: mailTries }, 'a notice could not be mailed')
  if (error.final || mailTries >= mostTries) return settle(notice, leaseId, { mailState: 'failed' })
  const mostMs = Math.min(longestWaitMs, firstWaitMs * 2 ** (mailTries - 1))
  const mailNextTryAt = new Date(Date.now() + mostMs / 2 + (Math.random() * mostMs) / 2)
  return settle(notice, leaseId, { mailState: 'due', mailNextTryAt })
}
