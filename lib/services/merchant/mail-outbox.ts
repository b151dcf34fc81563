import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { now } from '#lib/clock.ts'
import { db, type Prisma, type Tx } from '#lib/db.ts'
import { frameMail, type MailLanguage, type MailParts } from '#lib/domain/mail-frame.ts'
import { invitationState } from '#lib/domain/membership.ts'
import { mailGapMs, type OrganisationMailKind, wishedMailKinds } from '#lib/domain/merchant-mail.ts'
import type { OrganisationMailView } from '#lib/domain/organisation-view.ts'
import { linkState } from '#lib/domain/payment-link.ts'
import { log } from '#lib/log.ts'
import { isMailOn, MailNotSent, sendMail } from '#lib/mail.ts'
import { open, seal } from '#lib/vault.ts'

/**
 * Mails of an organisation wait in rows that commit with what they tell of, so none is lost and no request waits for a mail
 * server. A row has its own state and lease: any number of workers send it once. A worker that dies between the server's yes
 * and our note of it is the one case in which a mail goes out again, under the same Message-ID.
 */

const atOnce = 50
/** A job that was made and never ran is made again after this long. */
const jobSeconds = 120
/** Longer than a conversation with the mail server may last (lib/mail.ts). */
const leaseSeconds = 60
const keptDays = 30
const dayMs = 24 * 60 * 60_000

const place = (id: string) => ({ row: id, column: 'OrganisationMail.wordsSealed' })
/** Kept as it is sent, so that its words are those of the day on which it was written. */
const Written = z.object({ subject: z.string(), text: z.string(), html: z.string() })

export type QueuedMail = {
  readonly organisationId: string
  readonly kind: OrganisationMailKind
  /** The invitation, link, payment, endpoint or organisation that it is about. */
  readonly aboutId: string
  /** What is told to whom: told once, however many processes notice it. */
  readonly key: string
  /** A member, whose address is read when the mail goes out, or an address outside. */
  readonly recipient: { readonly userId: string } | { readonly to: string }
  readonly language: MailLanguage
  readonly words: MailParts
}

/** Writes a mail down in the transaction of what it tells of. False when there is no mail server to ever send it. */
export async function queueMail(tx: Tx, { recipient, words, ...head }: QueuedMail): Promise<boolean> {
  if (!isMailOn()) return false
  const id = randomUUID()
  const wordsSealed = await seal(JSON.stringify(frameMail(words, head.language)), place(id))
  await tx.organisationMail.createMany({
    // Leases and tries go by real time, like SQL's own.
    data: { id, ...head, ...recipient, wordsSealed, createdAt: now(), nextTryAt: new Date() },
    skipDuplicates: true,
  })
  return true
}

/** Ids of mails that are due and that nobody made a job for; asking makes them the asker's. Leases left by the dead count. */
export async function takeDueOrganisationMails(): Promise<string[]> {
  if (!isMailOn()) return []
  const rows = await db().$queryRaw<{ id: string }[]>`
    UPDATE "OrganisationMail" SET "nextTryAt" = now() + make_interval(secs => ${jobSeconds})
    WHERE "id" IN (
      SELECT "id" FROM "OrganisationMail"
      WHERE "state" IN ('due', 'sending') AND "nextTryAt" <= now() AND ("leaseUntil" IS NULL OR "leaseUntil" < now())
      ORDER BY "nextTryAt" LIMIT ${atOnce} FOR UPDATE SKIP LOCKED)
    RETURNING "id"`
  return rows.map(({ id }) => id)
}

type Row = Prisma.OrganisationMailGetPayload<object>

/** Sends one of them, unless somebody has, or is about to, or it holds no more. True when this call sent it. */
export async function sendOrganisationMail(mailId: string): Promise<boolean> {
  const row = isMailOn() ? await takeLease(mailId) : null
  if (!row) return false
  const to = await findAddress(row)
  if (to === null || row.wordsSealed === null || !(await holds(row))) return settle(row, 'overtaken')
  const written = Written.parse(JSON.parse(await open(row.wordsSealed, place(row.id))))
  try {
    await sendMail({ id: row.id, to, language: row.language, ...written })
  } catch (error) {
    if (!(error instanceof MailNotSent)) throw error
    return putOff(row, error)
  }
  await settle(row, 'sent')
  return true
}

async function takeLease(mailId: string): Promise<Row | null> {
  const leaseId = randomUUID()
  const rows = await db().$queryRaw<Row[]>`
    UPDATE "OrganisationMail" SET "state" = 'sending', "leaseId" = ${leaseId}::uuid, "tries" = "tries" + 1,
      "leaseUntil" = now() + make_interval(secs => ${leaseSeconds})
    WHERE "id" = ${mailId}::uuid AND "state" IN ('due', 'sending') AND ("leaseUntil" IS NULL OR "leaseUntil" < now())
    RETURNING *`
  return rows[0] ?? null
}

/** Who it goes to; null for somebody who is no member any more, or wants no such mail any more. */
async function findAddress({ organisationId, userId, to, kind }: Row): Promise<string | null> {
  if (userId === null) return to
  const [membership, user] = await Promise.all([
    db().membership.findUnique({ where: { organisationId_userId: { organisationId, userId } } }),
    db().user.findUnique({ where: { id: userId }, select: { email: true, mailNotices: true } }),
  ])
  if (!membership || !user) return null
  return user.mailNotices || !wishedMailKinds.some(wished => wished === kind) ? user.email : null
}

/** Whether what a mail says is still so: nobody is invited, asked to pay or alarmed by what is over. */
async function holds({ organisationId, kind, aboutId: id }: Row): Promise<boolean> {
  switch (kind as OrganisationMailKind) {
    case 'invitation': {
      const invitation = await db().invitation.findFirst({ where: { id, organisationId } })
      return invitation !== null && invitationState(invitation, now()) === 'open'
    }
    case 'link': {
      const link = await db().paymentLink.findFirst({ where: { id, organisationId } })
      const paid = await db().paymentOrder.count({ where: { ownerId: organisationId, linkId: id, status: 'executed' } })
      return link !== null && linkState(link, paid > 0, now()) === 'open'
    }
    case 'payment_held':
      return (await db().paymentOrder.count({ where: { id, ownerId: organisationId, status: 'held' } })) > 0
    case 'endpoint_off':
      return (await db().webhookEndpoint.count({ where: { id, organisationId, disabledReason: 'gone' } })) > 0
    case 'endpoint_failing':
      return (
        (await db().webhookEndpoint.count({ where: { id, organisationId, disabledAt: null, deletedAt: null } })) > 0
      )
    case 'beneficiary_changed':
      return true
  }
}

/** What is over keeps no words: there was a secret in some. A taker whose lease is over writes nothing. */
async function settle(row: Row, state: 'sent' | 'failed' | 'overtaken'): Promise<false> {
  const { id, organisationId, leaseId, kind, aboutId } = row
  const finishedAt = now()
  const over = { state, finishedAt, wordsSealed: null, nextTryAt: null, leaseId: null, leaseUntil: null }
  await db().organisationMail.updateMany({ where: { id, organisationId, leaseId }, data: over })
  if (state === 'sent' && kind === 'invitation') {
    await db().invitation.updateMany({ where: { id: aboutId, organisationId }, data: { mailedAt: finishedAt } })
  }
  return false
}

/** Waits longer each time; gives up when the mailbox never will, or after days. */
async function putOff(row: Row, error: MailNotSent): Promise<false> {
  const { id, organisationId, leaseId, tries, createdAt } = row
  log().warn({ err: error, mailId: id, tries }, 'a mail of an organisation was not taken')
  const ageMs = now().getTime() - createdAt.getTime()
  const gapMs = error.final ? null : mailGapMs({ tries, ageMs, random: Math.random() })
  if (gapMs === null) return settle(row, 'failed')
  const due = { state: 'due', nextTryAt: new Date(Date.now() + gapMs), leaseId: null, leaseUntil: null }
  await db().organisationMail.updateMany({ where: { id, organisationId, leaseId }, data: due })
  return false
}

/** What became of the mails about one thing, the newest first, at most ten. The asker's role was checked. */
export async function listMailsAbout(
  organisationId: string,
  { kind, aboutId }: { readonly kind: OrganisationMailKind; readonly aboutId: string },
): Promise<OrganisationMailView[]> {
  const rows = await db().organisationMail.findMany({
    where: { organisationId, kind, aboutId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: 10,
  })
  return rows.map(({ id, to, state, createdAt }) => ({ id, to, state: stateOf(state), at: createdAt.toISOString() }))
}

/** A mail as a merchant is told of it: on its way, sent, refused, or not sent because it no longer held. */
export function stateOf(state: string): OrganisationMailView['state'] {
  return state === 'sent' || state === 'failed' || state === 'overtaken' ? state : 'due'
}

/** Forgets whom mails went to, a month after they did. */
export async function sweepOrganisationMails(): Promise<void> {
  const before = new Date(now().getTime() - keptDays * dayMs)
  await db().organisationMail.deleteMany({ where: { finishedAt: { lt: before } } })
}
