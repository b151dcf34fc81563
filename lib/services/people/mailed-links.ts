import { randomUUID } from 'node:crypto'
import { hashOf, newSecret } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma, type Tx } from '#lib/db.ts'
import type { Aim } from '#lib/domain/people/aim.ts'
import { languageOf, pageAt, queueMail } from '#lib/services/mail/queue.ts'
import type { MailRules } from '#lib/services/mail/sending.ts'
import type { MailLanguage } from '#lib/services/mail/words/frame.ts'
import type { SecurityMailKind } from '#lib/services/mail/words/kind.ts'

/** 256 bits stored as a hash, once, for person and address; only the newest per purpose. */

const purposes = {
  verify_email: { minutes: 24 * 60, path: '/email/confirm' },
  change_email: { minutes: 24 * 60, path: '/email/change' },
  reset_password: { minutes: 60, path: '/password/new' },
  restore_email: { minutes: 7 * 24 * 60, path: '/email/restore' },
} as const
type Purpose = keyof typeof purposes

/** Unknown addresses cost the same. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** Null: the same statements, nothing sent (C27). */
export type Addressee = { readonly id: string; readonly email: string; readonly locale: MailLanguage } | null

type NewLink = { readonly id: string; readonly page: string }

type Origin = {
  /** The secret of the browser that signed up. */
  readonly browser?: string | undefined
  /** Where the page leads afterwards, in any browser. */
  readonly aim?: Aim | undefined
}

async function createLink(tx: Tx, to: Addressee, purpose: Purpose, { browser, aim }: Origin = {}): Promise<NewLink> {
  const { minutes, path } = purposes[purpose]
  const [id, token, at] = [randomUUID(), newSecret(), now()]
  const row = { id, userId: to?.id ?? null, purpose, email: to?.email ?? null, tokenHash: hashOf(token), createdAt: at }
  const browserHash = browser === undefined ? null : hashOf(browser)
  await tx.mailedLink.create({ data: { ...row, browserHash, expiresAt: new Date(at.getTime() + minutes * 60_000) } })
  // Paths are logged, queries not.
  return { id, page: pageAt(`${path}?token=${token}${aim === 'merchant' ? '&next=/merchant' : ''}`) }
}

/** Ends earlier ones. */
export async function mailLink(
  tx: Tx,
  to: Addressee,
  purpose: Exclude<Purpose, 'restore_email'>,
  origin: Origin = {},
): Promise<void> {
  const userId = to?.id ?? null
  await endLinks(tx, userId ?? nobody, purpose)
  const { id, page } = await createLink(tx, to, purpose, origin)
  const { minutes } = purposes[purpose]
  const language = languageOf(to?.locale)
  const words = { template: purpose, values: { minutes, hours: minutes / 60, aim: origin.aim ?? 'own' }, page }
  // A new address gets it, the account has the old one.
  const parties = to && purpose === 'change_email' ? { userId: to.id, to: to.email } : { userId }
  await queueMail(tx, { parties, kind: purpose, aboutId: id, key: `${purpose}:${id}`, language, words })
}

/** The page that brings the old address back, for seven days; earlier ones stay, so that nobody can outrun them. */
export async function openWayBack(tx: Tx, before: NonNullable<Addressee>): Promise<string> {
  return (await createLink(tx, before, 'restore_email')).page
}

/** Without `purpose` all but the ways back to an old address. */
export async function endLinks(tx: Tx, userId: string, purpose?: Purpose): Promise<void> {
  const where = { userId, endedAt: null, purpose: purpose ?? { not: 'restore_email' as const } }
  await tx.mailedLink.updateMany({ where, data: { endedAt: now() } })
}

export type OpenLink = Pick<Prisma.UserGetPayload<object>, 'email' | 'createdAt'> & { id: string; userId: string }

/** If the account still has, had or is about to get its address. Null otherwise. Not used up: scanners open links. */
export async function findLink(token: string, purpose: Purpose): Promise<OpenLink | null> {
  if (!/^[\w-]{43}$/.test(token)) return null
  const row = await db().mailedLink.findUnique({ where: { tokenHash: hashOf(token) }, include: { user: true } })
  if (!row?.user || row.purpose !== purpose || row.endedAt || row.expiresAt <= now()) return null
  const { id: userId, email } = row.user
  const isOther = purpose === 'change_email' || purpose === 'restore_email'
  const address = isOther ? row.email : email
  const { id, createdAt } = row
  return address !== null && row.email === address ? { id, userId, email: address, createdAt } : null
}

/** With its effect. False: used or expired. */
export async function spendLink(tx: Tx, { id, userId }: Pick<OpenLink, 'id' | 'userId'>): Promise<boolean> {
  const at = now()
  const where = { id, userId, endedAt: null, expiresAt: { gt: at } }
  return (await tx.mailedLink.updateMany({ where, data: { endedAt: at } })).count === 1
}

/** Unless replaced, expired, or another address. */
export const accountMailRules: MailRules<SecurityMailKind> = {
  verify_email: isMailedLinkOpen,
  reset_password: isMailedLinkOpen,
  change_email: isMailedLinkOpen,
  sign_up_repeated: 'always',
  password_changed: 'always',
  security_changed: 'always',
}

async function isMailedLinkOpen(userId: string, linkId: string): Promise<boolean> {
  const where = { id: linkId, userId, endedAt: null, expiresAt: { gt: now() } }
  const row = await db().mailedLink.findFirst({ where, include: { user: { select: { email: true } } } })
  return row !== null && (row.purpose === 'change_email' || row.email === row.user?.email)
}

const keptMs = 24 * 60 * 60_000

export async function sweepMailedLinks(): Promise<void> {
  await db().mailedLink.deleteMany({ where: { expiresAt: { lt: new Date(now().getTime() - keptMs) } } })
}
