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
 * Mails to addresses that somebody typed. All pass here, so that nobody can use our sender to write to strangers: in test mode only
 * members get them; before activation nobody gets any from an organisation whose name misleads; and there are limits per sender and
 * recipient. A test finds a mail to such an address that is queued elsewhere.
 */

const aDay = (limit: number): Limit => ({ limit, windowSeconds: 24 * 3_600 })
/** Of a person, and of an organisation before activation: counted by the person who acts, and by recipient over all such senders. */
const strangers = { sender: aDay(20), recipient: aDay(5) }
/** Of an activated organisation, counted for itself. */
const known = { sender: { limit: 100, windowSeconds: 3_600 }, recipient: aDay(20) }

type OrganisationMail = {
  readonly organisationId: string
  readonly to: string
  /** Null: of what has no mode, an invitation. */
  readonly mode: ApiMode | null
}

/** Whether a mail of an organisation would be sent, apart from the limits. */
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

/** Whether a name that nobody has checked carries an address, or looks like ours or a known brand’s. */
const isMisleading = (name: string): boolean => containsAddress(name) || findKnownBrand(name) !== null

type Outside<Parties> = Omit<QueuedMail, 'parties'> & { readonly parties: Parties }

/** Queues a mail from a person to a typed address. Refuses too_many_tries. */
export async function queueFromPerson(
  tx: Tx,
  mail: Outside<{ readonly userId: string; readonly to: string }>,
): Promise<void> {
  const { userId, to } = mail.parties
  await takeMail(tx, { sender: userId, to, limits: strangers })
  await queueMail(tx, mail)
}

/** Counts a mail that a person has sent to an address of their own choice, also if nobody gets it. Refuses too_many_tries. */
export function takeFromPerson(tx: Tx, userId: string, to: string): Promise<void> {
  return takeMail(tx, { sender: userId, to, limits: strangers })
}

/**
 * Queues a mail from an organisation to a typed address, in `mode`; `byUserId` is the member who sends it, null for a payer. Anything but
 * `queued` says why nothing is sent. Refuses too_many_tries.
 */
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

/** The outcome of a mail that nothing else depends on: `limit` where there were too many. */
export async function orLimit(queueing: Promise<MailOutcome>): Promise<MailOutcome> {
  try {
    return await queueing
  } catch (error) {
    if (error instanceof Refused && error.code === 'too_many_tries') return 'limit'
    throw error
  }
}

/** Refuses `invalid_input` naming why the mail that was asked for is not sent; without a mail server there is nothing to refuse. */
export function refuseUnlessMailed(outcome: MailOutcome): void {
  if (outcome === 'test' || outcome === 'name') throw new Refused('invalid_input', { field: `email.${outcome}` })
}

type Counted = {
  readonly sender: string
  readonly to: string
  readonly limits: { readonly sender: Limit; readonly recipient: Limit }
  /** Senders whose mails to this address are counted together. */
  readonly among?: string
}

async function takeMail(tx: Tx, { sender, to, limits, among = 'all' }: Counted): Promise<void> {
  await takeTry(`mail:${among}:to:${hashOf(mailboxOf(to))}`, limits.recipient, tx)
  await takeTry(`mail:from:${sender}`, limits.sender, tx)
}

/** name+anything@host is the mailbox of name@host. */
function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const [name = ''] = address.slice(0, at).split('+')
  return `${name || address.slice(0, at)}${address.slice(at)}`.toLowerCase()
}
