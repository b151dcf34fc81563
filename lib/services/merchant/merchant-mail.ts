import { now } from '#lib/clock.ts'
import type { Tx } from '#lib/db.ts'
import { maskIban } from '#lib/domain/iban-text.ts'
import { isWishedKind, type OrganisationMailKind } from '#lib/domain/mail-kind.ts'
import type { MemberRole } from '#lib/domain/membership.ts'
import {
  writeBeneficiaryChanged,
  writeEndpointFailing,
  writeEndpointOff,
  writePaymentHeld,
} from '#lib/domain/merchant-mail.ts'
import { parisDay } from '#lib/domain/quota.ts'
import { isMailOn } from '#lib/mail.ts'
import { pageAt, settingsPage, type Telling, tellEach } from '#lib/services/mail/mail-queue.ts'

/** What an organisation's members are told by mail, each in their language: written down in the transaction of what happened. */

type MemberTelling = Telling & {
  readonly organisationId: string
  readonly roles: readonly MemberRole[]
  readonly kind: OrganisationMailKind
}

/** Tells every member in one of the roles who wants it. */
async function tellMembers(tx: Tx, { organisationId, roles, ...telling }: MemberTelling): Promise<void> {
  const memberships = await tx.membership.findMany({ where: { organisationId, role: { in: [...roles] } } })
  const wishing = isWishedKind(telling.kind) ? { mailNotices: true } : {}
  const among = { id: { in: memberships.map(({ userId }) => userId) }, ...wishing }
  await tellEach(tx, among, telling, { organisationId })
}

/** Tells every owner that the account paid to was changed, by whom (C24). The IBAN is masked. */
export async function mailBeneficiaryChange(tx: Tx, organisationId: string, byUserId: string): Promise<void> {
  if (!isMailOn()) return
  const organisation = await tx.organisation.findUniqueOrThrow({ where: { id: organisationId } })
  const person = await tx.user.findUnique({ where: { id: byUserId }, select: { name: true } })
  const iban = maskIban(organisation.beneficiaryIban ?? '')
  const facts = { organisation: organisation.name, by: person?.name ?? '—', iban, page: pageAt('/organisation') }
  await tellMembers(tx, {
    ...{ organisationId, roles: ['owner'], kind: 'beneficiary_changed', aboutId: organisationId },
    key: `beneficiary:${organisationId}:${organisation.beneficiaryChangedAt?.getTime() ?? 0}`,
    write: language => writeBeneficiaryChanged(facts, language),
  })
}

type Endpoint = { readonly id: string; readonly url: string }

async function factsOf(tx: Tx, organisationId: string, { id, url }: Endpoint) {
  const { name } = await tx.organisation.findUniqueOrThrow({ where: { id: organisationId }, select: { name: true } })
  return { organisation: name, host: new URL(url).host, page: pageAt(`/webhooks/${id}`) }
}

/** Tells those who look after webhooks that an endpoint answered 410 and is told nothing more. */
export async function mailEndpointOff(tx: Tx, organisationId: string, endpoint: Endpoint): Promise<void> {
  if (!isMailOn()) return
  const facts = await factsOf(tx, organisationId, endpoint)
  await tellMembers(tx, {
    ...{ organisationId, roles: ['owner', 'admin', 'developer'], kind: 'endpoint_off', aboutId: endpoint.id },
    key: `endpoint-off:${endpoint.id}:${now().getTime()}`,
    write: language => writeEndpointOff(facts, language),
  })
}

/**
 * Tells owners and administrators that an event was tried for the last time at an endpoint: once until it has taken something
 * again, and at most once a day.
 */
export async function mailEndpointFailing(tx: Tx, organisationId: string, endpoint: Endpoint): Promise<void> {
  if (!isMailOn()) return
  const where = { organisationId, kind: 'endpoint_failing', aboutId: endpoint.id }
  const told = await tx.mail.findFirst({ where, orderBy: { createdAt: 'desc' } })
  const taken = { organisationId, endpointId: endpoint.id, status: 'delivered' }
  if (told && (await tx.webhookDelivery.count({ where: { ...taken, finishedAt: { gte: told.createdAt } } })) === 0)
    return
  const facts = await factsOf(tx, organisationId, endpoint)
  await tellMembers(tx, {
    ...{ organisationId, roles: ['owner', 'admin'], kind: 'endpoint_failing', aboutId: endpoint.id },
    key: `endpoint-failing:${endpoint.id}:${parisDay(now())}`,
    write: language => writeEndpointFailing({ ...facts, settings: settingsPage() }, language),
  })
}

type HeldOrder = {
  readonly id: string
  readonly ownerId: string
  readonly ownerKind: string
  readonly mode: string
  readonly reference: string
}

/** Tells owners and administrators, once, that the bank holds something else than was asked of it. */
export async function mailPaymentHeld(tx: Tx, order: HeldOrder): Promise<void> {
  const { id, ownerId: organisationId, ownerKind, mode, reference } = order
  if (!isMailOn() || ownerKind !== 'organisation') return
  const organisation = await tx.organisation.findUnique({ where: { id: organisationId }, select: { name: true } })
  if (organisation === null) return
  const page = pageAt(`/payments/${id}`)
  const facts = { organisation: organisation.name, reference, isTest: mode === 'test', page, settings: settingsPage() }
  await tellMembers(tx, {
    ...{ organisationId, roles: ['owner', 'admin'], kind: 'payment_held', aboutId: id, key: `held:${id}` },
    write: language => writePaymentHeld(facts, language),
  })
}
