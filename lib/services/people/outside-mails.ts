import { containsAddress } from '@guichet/values/text/address.ts'
import { type Limit, takeTry } from '#lib/base/rate-limit.ts'
import { hashOf } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import { activationState } from '#lib/domain/merchant/activation.ts'
import type { ApiMode } from '#lib/domain/merchant/api-key.ts'
import { findKnownBrand } from '#lib/domain/merchant/known-brand.ts'
import { beneficiaryAt } from '#lib/domain/payments/payee/beneficiary-change.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { isMailOn } from '#lib/mail.ts'
import { type QueuedMail, queueMail } from '#lib/services/mail/queue.ts'
import type { MailOutcome } from '#lib/views/mail.ts'

/**
 * All mails to typed addresses pass here: members only in test mode, none for misleading names before activation,
 * and limits. A test finds others.
 */

const aDay = (limit: number): Limit => ({ limit, windowSeconds: 24 * 3_600 })
/** By acting person, and by recipient. */
const strangers = { sender: aDay(20), recipient: aDay(5) }
/** For itself. */
const known = { sender: { limit: 100, windowSeconds: 3_600 }, recipient: aDay(20) }

type OrganisationMail = {
  readonly organisationId: string
  readonly to: string
  /** Null: an invitation. */
  readonly mode: ApiMode | null
}

/** Apart from limits. */
export async function outcomeFor(mail: OrganisationMail): Promise<MailOutcome> {
  return (await readSender(db(), mail)).outcome
}

async function readSender(tx: Tx, { organisationId, to, mode }: OrganisationMail) {
  const row = await tx.organisation.findUniqueOrThrow({ where: { id: organisationId } })
  const isKnown = activationState(row, beneficiaryAt(row, now()).inEffect) === 'active'
  const person = await tx.user.findUnique({ where: { email: to }, select: { id: true } })
  const isMember = person !== null && (await tx.membership.count({ where: { organisationId, userId: person.id } })) > 0
  const misleads = !isKnown && !isMember && isMisleading(row.name)
  const outcome: MailOutcome = !isMailOn()
    ? 'off'
    : mode === 'test' && !isMember
      ? 'test'
      : misleads
        ? 'name'
        : 'queued'
  return { outcome, isKnown, isMember }
}

/** An address, ours, or a brand's. */
const isMisleading = (name: string): boolean => containsAddress(name) || findKnownBrand(name) !== null

type Outside<Parties> = Omit<QueuedMail, 'parties'> & { readonly parties: Parties }

/** Refuses too_many_tries. */
export async function queueFromPerson(
  tx: Tx,
  mail: Outside<{ readonly userId: string; readonly to: string }>,
): Promise<void> {
  const { userId, to } = mail.parties
  await takeMail(tx, { sender: userId, to, limits: strangers })
  await queueMail(tx, mail)
}

/** Also if nobody gets it. Refuses too_many_tries. */
export function takeFromPerson(tx: Tx, userId: string, to: string): Promise<void> {
  return takeMail(tx, { sender: userId, to, limits: strangers })
}

/** `byUserId` null: a payer. Anything but `queued` says why not. Refuses too_many_tries. */
export async function queueFromOrganisation(
  tx: Tx,
  mail: Outside<{ readonly organisationId: string; readonly to: string }>,
  { mode, byUserId }: Pick<OrganisationMail, 'mode'> & { readonly byUserId: string | null },
): Promise<MailOutcome> {
  const { organisationId, to } = mail.parties
  const { outcome, isKnown, isMember } = await readSender(tx, { organisationId, to, mode })
  if (outcome !== 'queued') return outcome
  if (isMember) await takeTry(`mail:from:${organisationId}`, known.sender, tx)
  else if (isKnown) await takeMail(tx, { sender: organisationId, to, limits: known, among: organisationId })
  else await takeMail(tx, { sender: byUserId ?? organisationId, to, limits: strangers })
  await queueMail(tx, mail)
  return 'queued'
}

/** `limit`: too many. */
export async function orLimit(queueing: Promise<MailOutcome>): Promise<MailOutcome> {
  try {
    return await queueing
  } catch (error) {
    if (error instanceof Refused && error.code === 'too_many_tries') return 'limit'
    throw error
  }
}

/** Refuses `invalid_input`; nothing without a mail server. */
export function refuseUnlessMailed(outcome: MailOutcome): void {
  if (outcome === 'test' || outcome === 'name') throw new Refused('invalid_input', { field: `email.${outcome}` })
}

type Counted = {
  readonly sender: string
  readonly to: string
  readonly limits: { readonly sender: Limit; readonly recipient: Limit }
  readonly among?: string
}

async function takeMail(tx: Tx, { sender, to, limits, among = 'all' }: Counted): Promise<void> {
  await takeTry(`mail:${among}:to:${hashOf(mailboxOf(to))}`, limits.recipient, tx)
  await takeTry(`mail:from:${sender}`, limits.sender, tx)
}

/** name+anything@host is name@host. */
function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const [name = ''] = address.slice(0, at).split('+')
  return `${name || address.slice(0, at)}${address.slice(at)}`.toLowerCase()
}
