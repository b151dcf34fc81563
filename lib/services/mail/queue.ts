import { randomUUID } from 'node:crypto'
import { now } from '#lib/clock.ts'
import { db, type Prisma, type Tx } from '#lib/db.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { readEnv } from '#lib/env.ts'
import { isMailOn } from '#lib/mail.ts'
import { frameMail, type MailLanguage, type MailParts } from '#lib/services/mail/words/frame.ts'
import { failingSince, type MailKind } from '#lib/services/mail/words/kind.ts'
import { seal } from '#lib/vault.ts'
import type { MailView } from '#lib/views/mail.ts'
import { wakeWorkers } from '#lib/wake.ts'

/**
 * Every mail is a row that commits with the change it reports, so none is lost and no request waits for a mail server (outbox).
 * sending.ts sends them.
 */

/** Sender and recipient; the address of an account is read when the mail is sent. */
type Parties =
  /** From an organisation to a member of it. */
  | { readonly organisationId: string; readonly userId: string }
  /** From an organisation to an address outside. */
  | { readonly organisationId: string; readonly to: string }
  /** To a person or an operator. Null: never sent; gives an unknown address the cost of a known one (C27). */
  | { readonly userId: string | null }
  /** From a person to an address outside. */
  | { readonly userId: string; readonly to: string }

export type QueuedMail = {
  readonly parties: Parties
  readonly kind: MailKind
  /** Id of the row that the mail is about; its kind says in which table. */
  readonly aboutId: string
  /** Event and recipient: the mail is queued once, however many processes notice the event. */
  readonly key: string
  readonly language: MailLanguage
  readonly words: MailParts
}

/** Refuses with `mails_off` if no mail server is configured: for messages that can only go by mail. */
export function requireMails(): void {
  if (!isMailOn()) throw new Refused('mails_off')
}

/** Queues a mail in the transaction of the change it reports. False if no mail server is configured. */
export async function queueMail(tx: Tx, { parties, words, ...head }: QueuedMail): Promise<boolean> {
  if (!isMailOn()) return false
  const id = randomUUID()
  const wordsSealed = await seal(JSON.stringify(frameMail(words, head.language)), wordsColumn(id))
  await tx.mail.createMany({
    // Leases and retries use real time, like SQL's own.
    data: { id, ...head, ...parties, wordsSealed, createdAt: now(), nextTryAt: new Date() },
    skipDuplicates: true,
  })
  await wakeWorkers(tx, 'mails')
  return true
}

export type Notification = Pick<QueuedMail, 'kind' | 'aboutId'> & {
  /** The event: each recipient gets one mail, however often the event is noticed. */
  readonly key: string
  readonly write: (language: MailLanguage) => MailParts
}

/** Queues one mail for each account of `among`, in its language; from an organisation, or from us. */
export async function mailEach(
  tx: Tx,
  among: Prisma.UserWhereInput,
  { key, write, ...about }: Notification,
  from: { readonly organisationId?: string } = {},
): Promise<void> {
  const select = { id: true, locale: true }
  // A fixed order, so that two parallel transactions do not deadlock.
  const people = await tx.user.findMany({ where: among, orderBy: { id: 'asc' }, select })
  for (const { id: userId, locale } of people) {
    const language = languageOf(locale)
    const head = { ...about, key: `${key}:${userId}`, parties: { ...from, userId } }
    await queueMail(tx, { ...head, language, words: write(language) })
  }
}

/** Row and column that a mail's text is sealed to: an invitation's link is a secret. */
export const wordsColumn = (mailId: string) => ({ row: mailId, column: 'Mail.wordsSealed' })

/** The language of a person's or an organisation's mails. */
export function languageOf(locale: MailLanguage | null | undefined): MailLanguage {
  return locale ?? 'fr'
}

/** Absolute address of a page of ours. */
export const pageAt = (path: string) => new URL(path, readEnv('APP_URL')).href
/** Where notices by mail are turned off. */
export const settingsPage = () => pageAt('/settings#mail')

type Owner = { readonly organisationId: string } | { readonly userId: string }
type About = { readonly kind: MailKind; readonly aboutIds: readonly string[] }

/** Delivery states of an owner's mails about these rows, newest first, at most a hundred. The caller has checked the role. */
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

/**
 * Since when mails to accounts have been given up, by account id; accounts that receive their mails are left out. Considers only the
 * mails in `among` (an organisation's, or of some kinds) of the last month, which is how long they are kept.
 */
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
