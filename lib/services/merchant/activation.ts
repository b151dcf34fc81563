import type { Presence } from '@guichet/stet/terms/presence.ts'
import { maskIban } from '@guichet/values/money/iban-text.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma, type Tx } from '#lib/db.ts'
import {
  type ActivationEvidence,
  accountProof,
  activationState,
  brandOfFacts,
  canAsk,
  changedFacts,
  factsOf,
  isSelfEvident,
  missingSteps,
} from '#lib/domain/merchant/activation.ts'
import type { ApiMode } from '#lib/domain/merchant/api-key.ts'
import { may } from '#lib/domain/merchant/membership.ts'
import { sirenOf } from '#lib/domain/merchant/siren.ts'
import { limitsOf } from '#lib/domain/payments/order/live-limits.ts'
import { beneficiaryAt } from '#lib/domain/payments/payee/beneficiary-change.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import type { Actor } from '#lib/domain/who.ts'
import { isMailOn } from '#lib/mail.ts'
import { findVerification, isLinkedBy, verifyPayee } from '#lib/services/payees/verify.ts'
import type { ActivationView, RepresentativeInput } from '#lib/views/activation.ts'
import { businessOf } from './business.ts'
import { isContractAccepted, viewContract } from './contract.ts'
import { viewLimits } from './limits.ts'
import { notifyOwners } from './mails.ts'
import { inOrganisation, memberOf } from './members.ts'
import { auditOrganisation } from './organisations.ts'
import { findTwins, hasStrangerTwin, type Twin } from './twins.ts'

/** Operators decide in `services/operator/merchant-decisions.ts`. */

export type OrganisationRow = Prisma.OrganisationGetPayload<object>

const accountOf = (row: OrganisationRow) => beneficiaryAt(row, now()).inEffect

export async function gatherEvidence(row: OrganisationRow, tx: Tx = db()): Promise<ActivationEvidence> {
  const { id: organisationId, country, addressLines, representativeName, representativeRole } = row
  const account = accountOf(row)
  // Earlier ones proved what was approved then.
  const documents = await tx.organisationDocument.findMany({
    where: { organisationId, ...omitUndefined({ createdAt: row.approvedAt ? { gt: row.approvedAt } : undefined }) },
    select: { kind: true },
  })
  const owners = await tx.membership.findMany({ where: { organisationId, role: 'owner' }, select: { userId: true } })
  const ownerIds = owners.map(({ userId }) => userId)
  return {
    facts: factsOf(row, account),
    state: activationState(row, account),
    country,
    addressLines,
    representativeName,
    representativeRole,
    isAddressConfirmed: await isAnyConfirmed(ownerIds, tx),
    isBusinessSaid: businessOf(row) !== null,
    isContractAccepted: await isContractAccepted(organisationId, tx),
    legalNameProof: account && (await findVerification(organisationId, { ...account, name: row.legalName }, tx)),
    holderProof: account && (await findVerification(organisationId, account, tx)),
    isLinked: account !== null && (await isLinkedBy(ownerIds, account.iban, tx)),
    hasStrangerTwin: await hasStrangerTwin(row, ownerIds, tx),
    documents: documents.map(({ kind }) => kind),
  }
}

/** Without a mail server none counts as unconfirmed. */
async function isAnyConfirmed(userIds: string[], tx: Tx): Promise<boolean> {
  if (!isMailOn()) return true
  return (await tx.user.count({ where: { id: { in: userIds }, emailVerifiedAt: { not: null } } })) > 0
}

/** Refusals: `organisation_suspended` in both modes, `organisation_not_activated` with missing steps. */
export async function requirePayable(tx: Tx, organisationId: string, mode: ApiMode): Promise<OrganisationRow> {
  const row = await tx.organisation.findUniqueOrThrow({ where: { id: organisationId } })
  if (row.suspendedAt !== null) throw new Refused('organisation_suspended')
  if (mode === 'live' && activationState(row, accountOf(row)) !== 'active') {
    throw new Refused('organisation_not_activated', { missing: missingSteps(await gatherEvidence(row, tx)) })
  }
  return row
}

/** For payers; null if it can. */
export function stoppedBy(
  row: OrganisationRow,
  mode: ApiMode,
): 'organisation_suspended' | 'organisation_not_activated' | null {
  if (row.suspendedAt !== null) return 'organisation_suspended'
  return mode === 'live' && activationState(row, accountOf(row)) !== 'active' ? 'organisation_not_activated' : null
}

export async function readStopped({ organisationId, mode }: Actor<'activation.read'>) {
  return stoppedBy(await db().organisation.findUniqueOrThrow({ where: { id: organisationId } }), mode)
}

type OwnActivationView = ActivationView & {
  readonly mayAsk: boolean
  readonly mayChange: boolean
  /** Among the reader's own organisations. */
  readonly ownTwins: readonly Twin[]
}

/** Whole IBAN for owners only. Refusals: `not_found`. */
export async function readActivation({ userId, organisationId }: Actor<'activation.read'>): Promise<OwnActivationView> {
  const { role } = await memberOf(userId, organisationId, 'members.read')
  const row = await db().organisation.findUniqueOrThrow({ where: { id: organisationId } })
  const [view, ownTwins] = await Promise.all([
    viewActivation(row),
    findTwins(row, db(), { memberships: { some: { userId } } }),
  ])
  const isOwner = may(role, 'beneficiary.write')
  const account = view.account && { ...view.account, iban: isOwner ? view.account.iban : maskIban(view.account.iban) }
  return { ...view, account, ownTwins, mayAsk: isOwner, mayChange: may(role, 'settings.write') }
}

async function listDocuments(organisationId: string): Promise<ActivationView['documents']> {
  const rows = await db().organisationDocument.findMany({
    where: { organisationId },
    select: { id: true, kind: true, name: true, mediaType: true, bytes: true, createdAt: true },
    orderBy: { createdAt: 'desc' },
  })
  return rows.map(({ createdAt, ...document }) => ({ ...document, createdAt: createdAt.toISOString() }))
}

/** Everything. */
export async function viewActivation(row: OrganisationRow): Promise<ActivationView> {
  const account = accountOf(row)
  const { next } = beneficiaryAt(row, now())
  const [evidence, contract, documents, legalNameProof, holderProof] = await Promise.all([
    gatherEvidence(row),
    viewContract(row.id),
    listDocuments(row.id),
    account && findVerification(row.id, { ...account, name: row.legalName }),
    account && findVerification(row.id, account),
  ])
  return {
    state: evidence.state,
    missing: missingSteps(evidence),
    changed: changedFacts(row, account) ?? [],
    canAsk: canAsk(evidence),
    isSelfEvident: isSelfEvident(evidence, limitsOf(row)),
    proof: accountProof(evidence),
    isLinked: evidence.isLinked,
    brand: brandOfFacts(evidence.facts),
    company: companyOf(row),
    business: businessOf(row),
    contract,
    representative: { name: row.representativeName ?? '', role: row.representativeRole ?? '' },
    account: account && { name: account.name, iban: account.iban, legalNameProof, holderProof },
    nextAccountAt: next?.at.toISOString() ?? null,
    documents,
    reviewAskedAt: row.reviewAskedAt?.toISOString() ?? null,
    approvedAt: row.approvedAt?.toISOString() ?? null,
    declinedReason: row.declinedAt === null ? null : row.declinedReason,
    suspended:
      row.suspendedAt === null ? null : { at: row.suspendedAt.toISOString(), reason: row.suspendedReason ?? '' },
    limits: viewLimits(row),
    askedLimits: viewAskedLimits(row),
    limitsAnswer:
      row.limitsAnsweredAt === null ? null : { at: row.limitsAnsweredAt.toISOString(), reason: row.limitsAnswer ?? '' },
  }
}

function companyOf({ name, legalName, registrationNumber, country, addressLines }: OrganisationRow) {
  const siren = registrationNumber === null ? null : sirenOf(registrationNumber)
  return { name, legalName, registrationNumber, siren, country, addressLines }
}

function viewAskedLimits(row: OrganisationRow): ActivationView['askedLimits'] {
  if (row.limitsAskedAt === null) return null
  const { askedPaymentMinor: limitPaymentMinor, askedDayMinor: limitDayMinor, askedMonthMinor: limitMonthMinor } = row
  const limits = viewLimits({ limitPaymentMinor, limitDayMinor, limitMonthMinor })
  return { ...limits, at: row.limitsAskedAt.toISOString(), reason: row.limitsAskedReason ?? '' }
}

/** Refusals: `not_found`, `not_allowed`, `invalid_input`. */
export async function changeRepresentative(
  { userId, organisationId }: Actor<'activation.representative'>,
  typed: RepresentativeInput,
): Promise<void> {
  const representativeName = cleanText(typed.name, 140)
  const representativeRole = cleanText(typed.role, 80)
  if (representativeName === '') throw new Refused('invalid_input', { field: 'name' })
  if (representativeRole === '') throw new Refused('invalid_input', { field: 'role' })
  await db().$transaction(async tx => {
    await memberOf(userId, organisationId, 'settings.write', tx)
    const data = { representativeName, representativeRole }
    await tx.organisation.update({ where: { id: organisationId }, data })
    await auditOrganisation(tx, { userId, organisationId, action: 'activation.representative_named' })
  })
}

/** Proves the account only if this owner linked it (`accountProof`). Refusals: `beneficiary_missing`. */
export async function verifyAccount(
  { userId, organisationId }: Actor<'activation.verify'>,
  presence: Presence,
): Promise<void> {
  const row = await db().organisation.findUniqueOrThrow({ where: { id: organisationId } })
  const account = requireFound(accountOf(row), 'beneficiary_missing')
  const owner = { ownerId: organisationId, ownerKind: 'organisation' } as const
  for (const name of new Set([row.legalName, account.name])) {
    await verifyPayee(owner, { iban: account.iban, name }, { userId, presence })
  }
}

/**
 * Approved at once if `isSelfEvident`; owners are mailed. Refusals: `not_allowed`, `organisation_suspended`,
 * `organisation_not_activated` (`review` alone: under way).
 */
export async function askForActivation({ userId, organisationId }: Actor<'activation.ask'>): Promise<void> {
  await inOrganisation(organisationId, async tx => {
    await memberOf(userId, organisationId, 'beneficiary.write', tx)
    const row = await tx.organisation.findUniqueOrThrow({ where: { id: organisationId } })
    const evidence = await gatherEvidence(row, tx)
    if (evidence.state === 'active') return
    if (row.suspendedAt !== null) throw new Refused('organisation_suspended')
    if (!canAsk(evidence)) throw new Refused('organisation_not_activated', { missing: missingSteps(evidence) })
    const proof = accountProof(evidence)
    await auditOrganisation(tx, { userId, organisationId, action: 'activation.asked', detail: { proof } })
    const mail = { organisationId, userId, path: '/activation' } as const
    if (isSelfEvident(evidence, limitsOf(row))) {
      await tx.organisation.update({ where: { id: organisationId }, data: approvalOf(row, null) })
      await auditOrganisation(tx, { userId, organisationId, action: 'activation.approved', detail: { by: 'the bank' } })
      await notifyOwners(tx, { ...mail, event: { what: 'activated' }, isByGuichet: true })
      return
    }
    const asked = { reviewAskedAt: now(), declinedAt: null, declinedReason: null }
    await tx.organisation.update({ where: { id: organisationId }, data: asked })
    await notifyOwners(tx, { ...mail, event: { what: 'activation_asked' } })
  })
}

/** By an operator or, without, the account's bank. */
export function approvalOf(row: OrganisationRow, operatorId: string | null): Prisma.OrganisationUpdateInput {
  const facts = factsOf(row, accountOf(row))
  return {
    approvedName: facts.name,
    approvedLegalName: facts.legalName,
    approvedNumber: facts.registrationNumber,
    approvedHolder: facts.holder,
    approvedIban: facts.iban,
    approvedAt: now(),
    approvedByUserId: operatorId,
    reviewAskedAt: null,
    declinedAt: null,
    declinedReason: null,
  }
}
