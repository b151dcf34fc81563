import { randomUUID } from 'node:crypto'
import { dayMs } from '@guichet/values/calendar/day.ts'
import { z } from 'zod'
import { now } from '#lib/clock.ts'
import { columnsOf, db, Prisma } from '#lib/db.ts'
import { leaseOf } from '#lib/lease.ts'
import { log } from '#lib/log.ts'
import { isMailOn, MailNotSent, sendMail } from '#lib/mail.ts'
import { logoCid } from '#lib/services/mail/words/frame.ts'
import {
  isOperatorKind,
  isSecurityKind,
  isWishedKind,
  type MailKind,
  mailGapMs,
  mailKinds,
} from '#lib/services/mail/words/kind.ts'
import { open } from '#lib/vault.ts'
import { wordsColumn } from './queue.ts'

/** Leased, so sent once; after a crash in between again, with the same Message-ID. */

/** Longer than the SMTP conversation. */
const mailLease = leaseOf({ table: 'Mail', owner: 'leaseId', until: 'leaseUntil', seconds: 60 })
const keptDays = 30

const Written = z.object({
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  unsubscribe: z.string().optional(),
})

export type MailRow = Omit<Prisma.MailGetPayload<object>, 'kind'> & { readonly kind: MailKind }

/** Reads the row it is about, among its owner's. */
export type MailRule = 'always' | ((ownerId: string, aboutId: string) => Promise<boolean>)
export type MailRules<Kind extends MailKind = MailKind> = { readonly [kind in Kind]: MailRule }

/** Longest due first. */
export async function findDueMails(limit = 50): Promise<{ readonly id: string }[]> {
  if (!isMailOn()) return []
  return db().$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Mail"
    WHERE "state" IN ('due', 'sending') AND "nextTryAt" <= now() AND ${mailLease.free()}
      AND "kind" = ANY(${[...mailKinds]})
    ORDER BY "nextTryAt" LIMIT ${limit}`
}

/** Unless no longer valid. True if this call sent it. */
export async function sendMailBy(rules: MailRules, mailId: string): Promise<boolean> {
  const mail = isMailOn() ? await claimMail(mailId) : null
  if (!mail) return false
  const to = await findAddress(mail)
  if (to === null || mail.wordsSealed === null || !(await isStillValid(rules, mail))) {
    await settle(mail, 'overtaken')
    return false
  }
  try {
    const words = Written.parse(JSON.parse(await open(mail.wordsSealed, wordsColumn(mail.id))))
    const image = await findLogo(mail, words.html)
    const replyTo = await findReplyTo(mail)
    await sendMail({ id: mail.id, to, replyTo, language: mail.language, image, ...words })
  } catch (error) {
    await postpone(mail, error)
    return false
  }
  await settle(mail, 'sent')
  return true
}

/** Null: no member or operator any more, opted out, or unconfirmed. */
async function findAddress({ organisationId, userId, to, kind }: MailRow): Promise<string | null> {
  if (to !== null || userId === null) return to
  const user = await db().user.findUnique({ where: { id: userId } })
  if (!user || (isWishedKind(kind) && !user.mailNotices) || (isOperatorKind(kind) && user.role !== 'operator'))
    return null
  if (!isSecurityKind(kind) && user.emailVerifiedAt === null) return null
  if (organisationId === null) return user.email
  const isMember = (await db().membership.count({ where: { organisationId, userId } })) > 0
  return isMember ? user.email : null
}

const toPayers: readonly MailKind[] = ['link', 'invoice', 'credit_note', 'receipt']

/** A payer's answer is for the merchant. */
async function findReplyTo({ organisationId, kind }: MailRow): Promise<string | undefined> {
  if (organisationId === null || !toPayers.includes(kind)) return undefined
  const row = await db().organisation.findUnique({ where: { id: organisationId }, select: { email: true } })
  return row?.email
}

async function findLogo({ organisationId }: MailRow, html: string): Promise<{ cid: string; png: Uint8Array } | null> {
  if (organisationId === null || !html.includes(`cid:${logoCid}`)) return null
  const row = await db().organisationLogo.findUnique({ where: { organisationId }, select: { png: true } })
  return row && { cid: logoCid, png: row.png }
}

function isStillValid(
  rules: MailRules,
  { organisationId, userId, kind, aboutId }: MailRow,
): boolean | Promise<boolean> {
  const ownerId = organisationId ?? userId
  if (ownerId === null) return false
  const rule = rules[kind]
  return rule === 'always' || rule(ownerId, aboutId)
}

const mailColumns = columnsOf(Prisma.MailScalarFieldEnum)

/** An unknown kind is a newer version's. */
async function claimMail(mailId: string): Promise<MailRow | null> {
  const rows = await db().$queryRaw<MailRow[]>`
    UPDATE "Mail" SET "state" = 'sending', "tries" = "tries" + 1, ${mailLease.set(randomUUID())}
    WHERE "id" = ${mailId}::uuid AND "state" IN ('due', 'sending') AND "kind" = ANY(${[...mailKinds]})
      AND "nextTryAt" <= now() AND ${mailLease.free()}
    RETURNING ${mailColumns}`
  return rows[0] ?? null
}

/** Its text may be a secret. */
function settle(mail: MailRow, state: 'sent' | 'failed' | 'overtaken'): Promise<void> {
  return release(mail, { state, finishedAt: now(), wordsSealed: null, nextTryAt: null })
}

/** No-op if the lease was lost. */
async function release(
  { id, organisationId, userId, leaseId }: MailRow,
  data: Prisma.MailUpdateManyMutationInput,
): Promise<void> {
  const where = { id, organisationId, userId, leaseId }
  await db().mail.updateMany({ where, data: { ...data, leaseId: null, leaseUntil: null } })
}

/** Growing pauses; given up for a final refusal, or after days. */
function postpone(mail: MailRow, error: unknown): Promise<void> {
  const { id, kind, tries, createdAt } = mail
  log().warn({ err: error, mailId: id, kind, tries }, 'a mail was not taken')
  const ageMs = now().getTime() - createdAt.getTime()
  const isFinal = error instanceof MailNotSent && error.final
  const gapMs = isFinal ? null : mailGapMs({ tries, ageMs, random: Math.random() })
  if (gapMs === null) return settle(mail, 'failed')
  return release(mail, { state: 'due', nextTryAt: new Date(Date.now() + gapMs) })
}

/** After a month. */
export async function sweepMails(): Promise<void> {
  const before = new Date(now().getTime() - keptDays * dayMs)
  await db().mail.deleteMany({ where: { finishedAt: { lt: before } } })
}
