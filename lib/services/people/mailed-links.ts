import { randomUUID } from 'node:crypto'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import { languageOf, pageAt, queueMail } from '#lib/services/mail/queue.ts'
import type { MailRules } from '#lib/services/mail/sending.ts'
import {
  resetMinutes,
  verifyHours,
  writeAddressChange,
  writeReset,
  writeVerification,
} from '#lib/services/mail/words/account.ts'
import type { MailLanguage } from '#lib/services/mail/words/frame.ts'
import type { SecurityMailKind } from '#lib/services/mail/words/kind.ts'
import { hashOf, newSecret } from '#lib/services/secrets.ts'

/**
 * Links mailed to the address of an account, to confirm it or for a new password: 256 random bits of which the hash is kept, one
 * use, bound to the person and to the address they went to. One at a time is open for a purpose: a newer one ends the others.
 */

const purposes = {
  verify_email: { lifeMs: verifyHours * 60 * 60_000, path: '/email/confirm', write: writeVerification },
  change_email: { lifeMs: verifyHours * 60 * 60_000, path: '/email/change', write: writeAddressChange },
  reset_password: { lifeMs: resetMinutes * 60_000, path: '/password/new', write: writeReset },
} as const
type Purpose = keyof typeof purposes

/** Nobody's row: for equal work. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** Whom a link goes to; null for an address that no account has: the same statements run, and nothing is ever sent (C27). */
export type Addressee = { readonly id: string; readonly email: string; readonly locale: MailLanguage } | null

/**
 * Writes a new link and its mail in the transaction, and ends those of before. `browser` is the secret in the cookie of the browser
 * that signed up, where the link also signs in.
 */
export async function mailLink(tx: Tx, to: Addressee, purpose: Purpose, browser: string | null = null): Promise<void> {
  const { lifeMs, path, write } = purposes[purpose]
  const [id, token, at] = [randomUUID(), newSecret(), now()]
  const userId = to?.id ?? null
  await endLinks(tx, userId ?? nobody, purpose)
  const row = { id, userId, purpose, email: to?.email ?? null, tokenHash: hashOf(token), createdAt: at }
  const browserHash = browser === null ? null : hashOf(browser)
  await tx.mailedLink.create({ data: { ...row, browserHash, expiresAt: new Date(at.getTime() + lifeMs) } })
  const language = languageOf(to?.locale)
  // In the query, not in the path: logs have paths.
  const words = write(pageAt(`${path}?token=${token}`), language)
  // A link to a new address goes there: the account has another one still.
  const parties = to && purpose === 'change_email' ? { userId: to.id, to: to.email } : { userId }
  await queueMail(tx, { parties, kind: purpose, aboutId: id, key: `${purpose}:${id}`, language, words })
}

/** Ends every open link of a person for a purpose. */
export async function endLinks(tx: Tx, userId: string, purpose: Purpose): Promise<void> {
  await tx.mailedLink.updateMany({ where: { userId, purpose, endedAt: null }, data: { endedAt: now() } })
}

export type OpenLink = {
  readonly id: string
  readonly userId: string
  readonly email: string
  /** SHA-256 of the secret of the browser that signed up; null for every other link. */
  readonly browserHash: string | null
}

/**
 * The open link with this token, as long as its account still has the address it went to, or is to get it (`change_email`); null for one that is over, replaced or
 * unknown. Looking spends nothing: programs that read mail open every link in it.
 */
export async function findLink(token: string, purpose: Purpose): Promise<OpenLink | null> {
  if (!/^[\w-]{43}$/.test(token)) return null
  const row = await db().mailedLink.findUnique({ where: { tokenHash: hashOf(token) }, include: { user: true } })
  if (!row?.user || row.purpose !== purpose || row.endedAt || row.expiresAt <= now()) return null
  const { id: userId, email } = row.user
  const address = purpose === 'change_email' ? row.email : email
  return address !== null && row.email === address
    ? { id: row.id, userId, email: address, browserHash: row.browserHash }
    : null
}

/** Spends a link in the transaction of what it is good for. False when somebody has, or when it is over. */
export async function spendLink(tx: Tx, { id, userId }: Pick<OpenLink, 'id' | 'userId'>): Promise<boolean> {
  const at = now()
  const where = { id, userId, endedAt: null, expiresAt: { gt: at } }
  return (await tx.mailedLink.updateMany({ where, data: { endedAt: at } })).count === 1
}

/** The mail of a link goes out unless the link was replaced, has ended, or the account has another address. */
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

/** Deletes links a day after their time, for a sweeper. */
export async function sweepMailedLinks(): Promise<void> {
  await db().mailedLink.deleteMany({ where: { expiresAt: { lt: new Date(now().getTime() - keptMs) } } })
}
