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
 * Every mail waits in a row that commits with what it tells of, so none is lost and no request waits for a mail server
 * (outbox). sending.ts takes them from here.
 */

/** Whose mail it is and whom it goes to: an account's address is read when the mail goes out. */
type Parties =
  /** From an organisation to a member of it. */
  | { readonly organisationId: string; readonly userId: string }
  /** From an organisation to an address outside. */
  | { readonly organisationId: string; readonly to: string }
  /** To a person or an operator; to nobody, where an address that no account has costs what a known one does (C27): never sent. */
  | { readonly userId: string | null }
  /** From a person to an address outside. */
  | { readonly userId: string; readonly to: string }

export type QueuedMail = {
  readonly parties: Parties
  readonly kind: MailKind
  /** Id of the row that the mail is about; its kind says in which table. */
  readonly aboutId: string
  /** Event and addressee: the mail is queued once, however many processes notice the event. */
  readonly key: string
  readonly language: MailLanguage
  readonly words: MailParts
}

/** Refuses with `mails_off` where no mail ever goes out: for what reaches its address by mail or not at all. */
export function requireMails(): void {
  if (!isMailOn()) throw new Refused('mails_off')
}

/** Writes a mail down in the transaction of what it tells of. False when there is no mail server to ever send it. */
export async function queueMail(tx: Tx, { parties, words, ...head }: QueuedMail): Promise<boolean> {
  if (!isMailOn()) return false
  const id = randomUUID()
  const wordsSealed = await seal(JSON.stringify(frameMail(words, head.language)), wordsColumn(id))
  await tx.mail.createMany({
    // Leases and tries go by real time, like SQL's own.
    data: { id, ...head, ...parties, wordsSealed, createdAt: now(), nextTryAt: new Date() },
    skipDuplicates: true,
  })
  await wakeWorkers(tx, 'mails')
  return true
}

export type Notification = Pick<QueuedMail, 'kind' | 'aboutId'> & {
  /** The event: each addressee gets one mail, however often the event is noticed. */
  readonly key: string
  readonly write: (language: MailLanguage) => MailParts
}

/** Writes one mail for each account of `among`, in its language; from an organisation, or from us. */
export async function mailEach(
  tx: Tx,
  among: Prisma.UserWhereInput,
  { key, write, ...about }: Notification,
  from: { readonly organisationId?: string } = {},
): Promise<void> {
  const select = { id: true, locale: true }
  // Two who tell of the same at once write in one order, and neither ends the other as a deadlock.
  const people = await tx.user.findMany({ where: among, orderBy: { id: 'asc' }, select })
  for (const { id: userId, locale } of people) {
    const language = languageOf(locale)
    const head = { ...about, key: `${key}:${userId}`, parties: { ...from, userId } }
    await queueMail(tx, { ...head, language, words: write(language) })
  }
}

/** What a mail's words are sealed to, as they are sent: an invitation's link is a secret. */
export const wordsColumn = (mailId: string) => ({ row: mailId, column: 'Mail.wordsSealed' })

/** The language of a person's or an organisation's mails. */
export function languageOf(locale: MailLanguage | null | undefined): MailLanguage {
  return locale ?? 'fr'
}

/** An address of ours, as a mail needs it. */
export const pageAt = (path: string) => new URL(path, readEnv('APP_URL')).href
/** Where notices by mail are turned off. */
export const settingsPage = () => pageAt('/settings#mail')

type Owner = { readonly organisationId: string } | { readonly userId: string }
type About = { readonly kind: MailKind; readonly aboutIds: readonly string[] }

/** Delivery states of an owner's mails about these rows, the newest first, at most a hundred. The caller has checked the role. */
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

const mostMails = 500

/**
 * Since when mails to accounts were given up, by the account's id; who gets theirs is not in it. Only mails that `among` names:
 * an organisation's, or of some kinds. What is looked at is what is kept, a month.
 */
export async function findFailing(
  userIds: readonly string[],
  among: { readonly organisationId?: string; readonly kind?: { readonly in: MailKind[] } } = {},
): Promise<ReadonlyMap<string, Date>> {
  const rows = await db().mail.findMany({
    where: { userId: { in: [...userIds] }, to: null, state: { in: ['sent', 'failed'] }, ...among },
    orderBy: { finishedAt: 'desc' },
    take: mostMails,
    select: { userId: true, state: true, finishedAt: true },
  })
  const failing = userIds.flatMap(id => {
    const since = failingSince(rows.filter(({ userId }) => userId === id))
    return since ? [[id, since] as const] : []
  })
  return new Map(failing)
}
