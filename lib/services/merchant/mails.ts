import { randomUUID } from 'node:crypto'
import { maskIban } from '@guichet/values/money/iban-text.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma, type Tx } from '#lib/db.ts'
import { dueKeyWarning } from '#lib/domain/merchant/api-key.ts'
import type { MemberRole } from '#lib/domain/merchant/membership.ts'
import { isMailOn } from '#lib/mail.ts'
import { mailEach, type Notification, pageAt, settingsPage } from '#lib/services/mail/queue.ts'
import type { MailRules } from '#lib/services/mail/sending.ts'
import { isWishedKind, type OrganisationMailKind } from '#lib/services/mail/words/kind.ts'
import type { OwnerEvent } from '#lib/services/mail/words/write.ts'

/** In each member's language. */

export type MemberMail = Notification & {
  readonly organisationId: string
  readonly roles: readonly MemberRole[]
  readonly kind: OrganisationMailKind
}

/** Unless they opted out. */
export async function mailMembers(tx: Tx, { organisationId, roles, ...telling }: MemberMail): Promise<void> {
  const memberships = await tx.membership.findMany({ where: { organisationId, role: { in: [...roles] } } })
  const wishing = isWishedKind(telling.kind) ? { mailNotices: true } : {}
  const among = { id: { in: memberships.map(({ userId }) => userId) }, ...wishing }
  await mailEach(tx, among, telling, { organisationId })
}

type OwnerMail = {
  readonly organisationId: string
  readonly userId: string
  readonly event: OwnerEvent
  readonly path: '/organisation' | '/organisation/members' | '/keys' | '/webhooks' | '/activation'
  /** An operator, or nobody: the mail names us. */
  readonly isByGuichet?: boolean
  /** Gets the mail too. */
  readonly formerId?: string
}

/** Who did it too, as it may have been somebody else in their session (C53). In the change's transaction. */
export async function notifyOwners(
  tx: Tx,
  { organisationId, userId, event, path, isByGuichet = false, formerId }: OwnerMail,
): Promise<void> {
  if (!isMailOn()) return
  const { name: organisation } = await tx.organisation.findUniqueOrThrow({ where: { id: organisationId } })
  const person = await tx.user.findUnique({ where: { id: userId }, select: { name: true } })
  const by = isByGuichet ? 'Guichet' : (person?.name ?? '—')
  const kind = event.what.startsWith('beneficiary_') ? 'beneficiary_changed' : 'control_changed'
  const about = { kind, aboutId: organisationId, key: `${event.what}:${randomUUID()}` } as const
  const values = { ...event, organisation, by, at: now() }
  const mail = { ...about, words: { template: event.what, values, page: pageAt(path) } }
  await mailMembers(tx, { organisationId, roles: ['owner'], ...mail })
  // Not as a member.
  if (formerId !== undefined) await mailEach(tx, { id: formerId }, mail)
}

/** Masked. */
export async function mailBeneficiaryChange(
  tx: Tx,
  {
    organisationId,
    userId,
    iban,
    from,
  }: { organisationId: string; userId: string; iban: string; from: Date | 'now' | 'never' },
): Promise<void> {
  const masked = maskIban(iban)
  const event: OwnerEvent =
    from === 'now'
      ? { what: 'beneficiary_changed', iban: masked }
      : from === 'never'
        ? { what: 'beneficiary_withdrawn', iban: masked }
        : { what: 'beneficiary_waits', iban: masked, from }
  await notifyOwners(tx, { organisationId, userId, event, path: '/organisation' })
}

type ExpiringKeyMail = {
  readonly organisationId: string
  readonly days: number
  readonly key: { readonly id: string; readonly name: string; readonly isTest: boolean; readonly expiresOn: string }
}

export async function mailKeyExpiring(tx: Tx, { organisationId, days, key }: ExpiringKeyMail): Promise<void> {
  if (!isMailOn()) return
  const { name } = await tx.organisation.findUniqueOrThrow({ where: { id: organisationId }, select: { name: true } })
  const expiresOn = new Date(key.expiresOn)
  const values = { organisation: name, name: key.name, isTest: key.isTest, expiresOn }
  await mailMembers(tx, {
    organisationId,
    roles: ['owner', 'admin', 'developer'],
    kind: 'key_expiring',
    aboutId: key.id,
    key: `key-expiring:${key.id}:${key.expiresOn}:${days}`,
    words: { template: 'key_expiring', values, page: pageAt('/keys') },
  })
}

type HeldOrder = {
  readonly id: string
  readonly ownerId: string
  readonly ownerKind: string
  readonly mode: string
  readonly reference: string
}

/** Once. */
export async function mailPaymentHeld(tx: Tx, order: HeldOrder): Promise<void> {
  const { id, ownerId: organisationId, ownerKind, mode, reference } = order
  if (!isMailOn() || ownerKind !== 'organisation') return
  const organisation = await tx.organisation.findUnique({ where: { id: organisationId }, select: { name: true } })
  if (organisation === null) return
  const values = { organisation: organisation.name, reference, isTest: mode === 'test' }
  await mailMembers(tx, {
    organisationId,
    roles: ['owner', 'admin'],
    kind: 'payment_held',
    aboutId: id,
    key: `held:${id}`,
    words: { template: 'payment_held', values, page: pageAt(`/payments/${id}`), link: settingsPage() },
  })
}

/** Drops those that no longer apply. */
export const memberMailRules: MailRules<
  Exclude<OrganisationMailKind, 'invitation' | 'link' | 'invoice' | 'credit_note' | 'receipt'>
> = {
  beneficiary_changed: 'always',
  control_changed: 'always',
  payment_held: async (ownerId, id) => (await db().paymentOrder.count({ where: { id, ownerId, status: 'held' } })) > 0,
  endpoint_off: (ownerId, id) => isEndpoint(ownerId, { id, disabledReason: 'gone' }),
  key_expiring: async (organisationId, id) => {
    const row = await db().apiKey.findFirst({ where: { id, organisationId } })
    return (
      row !== null && row.revokedAt === null && row.expiresAt !== null && dueKeyWarning(row.expiresAt, now()) !== null
    )
  },
  endpoint_failing: (ownerId, id) => isEndpoint(ownerId, { id, disabledAt: null, deletedAt: null }),
}

/** Of an organisation, or of a person's app. */
async function isEndpoint(ownerId: string, where: Prisma.WebhookEndpointWhereInput): Promise<boolean> {
  const owned = { OR: [{ organisationId: ownerId }, { app: { userId: ownerId } }] }
  return (await db().webhookEndpoint.count({ where: { ...where, ...owned } })) > 0
}
