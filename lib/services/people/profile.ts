import { randomUUID } from 'node:crypto'
import { dayMs } from '@guichet/values/calendar/day.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { appendAudit } from '#lib/base/audit.ts'
import { takeTry } from '#lib/base/rate-limit.ts'
import { newSecret } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db, Prisma, type Tx } from '#lib/db.ts'
import { parseEmail } from '#lib/domain/people/email.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import { languageOf, queueMail, requireMails } from '#lib/services/mail/queue.ts'
import type { MailLanguage } from '#lib/services/mail/words/frame.ts'
import { forgetDevices } from './devices.ts'
import { endLinks, findLink, mailLink, openWayBack, spendLink } from './mailed-links.ts'
import { takeFromPerson } from './outside-mails.ts'
import { requireFreshPassword } from './reauthenticate.ts'
import { hashPassword } from './users.ts'
import { requireVerifiedAddress } from './verification.ts'

const askLimit = { limit: 5, windowSeconds: 60 * 60 }

/** Refuses invalid_input (`name`). */
export async function changeName({ userId }: Person, name: string, ip: string): Promise<void> {
  const cleanName = cleanText(name, 70)
  if (cleanName === '') throw new Refused('invalid_input', { field: 'name' })
  await db().$transaction(async tx => {
    await tx.user.update({ where: { id: userId }, data: { name: cleanName } })
    await appendAudit({ userId, stream: `user:${userId}`, action: 'user.renamed', ip }, tx)
  })
}

type Signed = { readonly userId: string; readonly authenticatedAt: Date }

/**
 * Replaces the old one when used. Another account's gets no mail (C27). Refusals: reauthentication_required (C24),
 * address_not_confirmed, invalid_input (`email`), too_many_tries, mails_off.
 */
export async function askNewAddress({ userId, authenticatedAt }: Signed, typed: string, ip: string): Promise<void> {
  requireFreshPassword({ authenticatedAt })
  requireMails()
  await requireVerifiedAddress(userId, 'email.change')
  const email = parseEmail(typed)
  if (email === null) throw new Refused('invalid_input', { field: 'email' })
  await takeTry(`new-address:${userId}`, askLimit)
  await db().$transaction(async tx => {
    await takeFromPerson(tx, userId, email)
    const user = await tx.user.findUnique({ where: { id: userId }, select: { id: true, locale: true } })
    if (!user) throw new Refused('not_signed_in')
    const isTaken = (await tx.user.count({ where: { email } })) > 0
    await endLinks(tx, userId, 'change_email')
    await mailLink(tx, isTaken ? null : { ...user, email }, 'change_email')
    await appendAudit({ userId, stream: `user:${userId}`, action: 'email.change_asked', ip }, tx)
  })
}

/** Null if invalid; not used up. */
export async function readAddressLink({ userId }: Person, token: string): Promise<{ readonly email: string } | null> {
  const link = await findLink(token, 'change_email')
  return link?.userId === userId ? { email: link.email } : null
}

/** The old address is told, its links end. Refusals: address_not_confirmed; not_found, also if taken meanwhile. */
export async function changeAddress({ userId }: Person, token: string, ip: string): Promise<void> {
  const link = await findLink(token, 'change_email')
  if (link?.userId !== userId) throw new Refused('not_found')
  await requireVerifiedAddress(userId, 'email.change_confirm')
  try {
    await db().$transaction(async tx => {
      if (!(await spendLink(tx, link))) throw new Refused('not_found')
      const before = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true, locale: true } })
      await tx.user.update({ where: { id: userId }, data: { email: link.email, emailVerifiedAt: now() } })
      await endLinks(tx, userId)
      await mailOldAddress(tx, userId, before)
      await appendAudit({ userId, stream: `user:${userId}`, action: 'email.changed', ip }, tx)
    })
  } catch (error) {
    throw refuseTaken(error)
  }
}

function refuseTaken(error: unknown): unknown {
  const isTaken = error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
  return isTaken ? new Refused('not_found') : error
}

/** Null if invalid; not used up. */
export async function readWayBack(token: string): Promise<{ readonly email: string } | null> {
  const link = await findLink(token, 'restore_email')
  return link && { email: link.email }
}

const suspectDays = 7

/**
 * By the old mailbox, without signing in: the old address is back; password, sessions, and second factors, passkeys and apps since a
 * week before the change end; a link to a new password is mailed. Refuses not_found, also if the address was taken.
 */
export async function restoreAddress(token: string, ip: string): Promise<void> {
  const link = requireFound(await findLink(token, 'restore_email'))
  const { userId, email, createdAt } = link
  const passwordHash = await hashPassword(newSecret())
  try {
    await db().$transaction(async tx => {
      if (!(await spendLink(tx, link))) throw new Refused('not_found')
      const data = { email, emailVerifiedAt: now(), passwordHash }
      const { locale } = await tx.user.update({ where: { id: userId }, data, select: { locale: true } })
      await tx.session.updateMany({ where: { userId, revokedAt: null }, data: { revokedAt: now() } })
      await forgetDevices(tx, userId, null)
      const suspect = { userId, createdAt: { gte: new Date(createdAt.getTime() - suspectDays * dayMs) } }
      await tx.passkey.deleteMany({ where: suspect })
      await tx.totp.deleteMany({ where: suspect })
      const allowed = { userId, agreedAt: suspect.createdAt, endedAt: null }
      await tx.app.updateMany({ where: allowed, data: { endedAt: now(), endedBy: 'by_person' } })
      await endLinks(tx, userId)
      // A way back to an address that came later would undo this.
      await tx.mailedLink.updateMany({
        where: { userId, endedAt: null, createdAt: { gte: createdAt } },
        data: { endedAt: now() },
      })
      await mailLink(tx, { id: userId, email, locale }, 'reset_password')
      await appendAudit({ userId, stream: `user:${userId}`, action: 'email.restored', ip }, tx)
    })
  } catch (error) {
    throw refuseTaken(error)
  }
}

type Before = { readonly email: string; readonly locale: MailLanguage }

async function mailOldAddress(tx: Tx, userId: string, { email, locale }: Before): Promise<void> {
  const language = languageOf(locale)
  const page = await openWayBack(tx, { id: userId, email, locale })
  const words = { template: 'address_changed', values: {}, page } as const
  const about = { kind: 'security_changed', aboutId: userId, key: `address_changed:${randomUUID()}` } as const
  await queueMail(tx, { parties: { userId, to: email }, ...about, language, words })
}
