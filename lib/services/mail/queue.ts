import { randomUUID } from 'node:crypto'
import { now } from '#lib/clock.ts'
import { db, type Prisma, type Tx } from '#lib/db.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { readEnv } from '#lib/env.ts'
import { isMailOn } from '#lib/mail.ts'
import { frameMail, type MailLanguage } from '#lib/services/mail/words/frame.ts'
import { failingSince, type MailKind } from '#lib/services/mail/words/kind.ts'
import { type MailWords, writeMail } from '#lib/services/mail/words/write.ts'
import { seal } from '#lib/vault.ts'
import type { MailView } from '#lib/views/mail.ts'
import { wakeWorkers } from '#lib/wake.ts'

/** A mail commits with the change it reports (outbox); sending.ts sends it. */

/** An account's address is read when sending. */
type Parties =
  | { readonly organisationId: string; readonly userId: string }
  | { readonly organisationId: string; readonly to: string }
  /** Null: never sent, at the same cost (C27). */
  | { readonly userId: string | null }
  | { readonly userId: string; readonly to: string }

export type QueuedMail = {
  readonly parties: Parties
  readonly kind: MailKind
  /** Row it is about. */
  readonly aboutId: string
  /** Event and recipient: queued once. */
  readonly key: string
  readonly language: MailLanguage
  readonly words: MailWords
}

/** `mails_off`. */
export function requireMails(): void {
  if (!isMailOn()) throw new Refused('mails_off')
}

/** With the change it reports. False without a mail server. */
export async function queueMail(tx: Tx, { parties, words, ...head }: QueuedMail): Promise<boolean> {
  if (!isMailOn()) return false
  const id = randomUUID()
  const wordsSealed = await seal(
    JSON.stringify(frameMail(writeMail(words, head.language), head.language)),
    wordsColumn(id),
  )
  await tx.mail.createMany({
    // Leases and retries use real time.
    data: { id, ...head, ...parties, wordsSealed, createdAt: now(), nextTryAt: new Date() },
    skipDuplicates: true,
  })
  await wakeWorkers(tx, 'mails')
  return true
}

/** One mail per `key` and recipient. */
export type Notification = Pick<QueuedMail, 'kind' | 'aboutId' | 'key' | 'words'>

/** Each in the account's language. */
export async function mailEach(
  tx: Tx,
  among: Prisma.UserWhereInput,
  { key, ...about }: Notification,
  from: { readonly organisationId?: string } = {},
): Promise<void> {
  const select = { id: true, locale: true }
  // A fixed order, against deadlocks.
  const people = await tx.user.findMany({ where: among, orderBy: { id: 'asc' }, select })
  for (const { id: userId, locale } of people) {
    const parties = { ...from, userId }
    await queueMail(tx, { ...about, key: `${key}:${userId}`, parties, language: languageOf(locale) })
  }
}

/** An invitation's link is a secret. */
export const wordsColumn = (mailId: string) => ({ row: mailId, column: 'Mail.wordsSealed' })

export function languageOf(locale: MailLanguage | null | undefined): MailLanguage {
  return locale ?? 'fr'
}

export const pageAt = (path: string) => new URL(path, readEnv('APP_URL')).href
export const settingsPage = () => pageAt('/settings#mail')

type Owner = { readonly organisationId: string } | { readonly userId: string }
type About = { readonly kind: MailKind; readonly aboutIds: readonly string[] }

/** Newest first, at most a hundred. The caller has checked the role. */
export async function listMailsAbout(
  owner: Owner,
  { kind, aboutIds }: About,
): Promise<(MailView & { aboutId: string })[]> {
  const rows = await db().mail.findMany({
    where: { ...owner, kind, aboutId: { in: [...aboutIds] } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: 100,
  })
  return rows.map(({ id, aboutId, to, state, createdAt }) => ({
    id,
    aboutId,
    to,
    at: createdAt.toISOString(),
    state: state === 'sending' ? 'due' : state,
  }))
}

const maxMails = 500

/** By account, of the last month's mails in `among`; without those delivered. */
export async function findFailing(
  userIds: readonly string[],
  among: { readonly organisationId?: string; readonly kind?: { readonly in: MailKind[] } } = {},
): Promise<ReadonlyMap<string, Date>> {
  const rows = await db().mail.findMany({
    where: { userId: { in: [...userIds] }, to: null, state: { in: ['sent', 'failed'] }, ...among },
    orderBy: { finishedAt: 'desc' },
    take: maxMails,
    select: { userId: true, state: true, finishedAt: true },
  })
  const failing = userIds.flatMap(id => {
    const since = failingSince(rows.filter(({ userId }) => userId === id))
    return since ? [[id, since] as const] : []
  })
  return new Map(failing)
}
