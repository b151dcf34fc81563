import { formatAmount, parseAmount } from '@guichet/values/money/minor.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { cutPage, newestFirst, olderThan } from '#lib/base/cursor.ts'
import { isUuid } from '#lib/base/ids.ts'
import { hashOf } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma, type Tx } from '#lib/db.ts'
import { activationState, brandOfFacts, factsOf } from '#lib/domain/merchant/activation.ts'
import { sirenOf } from '#lib/domain/merchant/siren.ts'
import { findLimitsFault } from '#lib/domain/payments/order/live-limits.ts'
import { beneficiaryAt } from '#lib/domain/payments/payee/beneficiary-change.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { approvalOf, gatherEvidence, type OrganisationRow, viewActivation } from '#lib/services/merchant/activation.ts'
import { wherePaidOn } from '#lib/services/merchant/beneficiary.ts'
import { logoPath } from '#lib/services/merchant/brand-view.ts'
import { type OpenDocument, openDocument } from '#lib/services/merchant/documents.ts'
import { notifyOwners } from '#lib/services/merchant/mails.ts'
import { inOrganisation } from '#lib/services/merchant/members.ts'
import { auditOrganisation } from '#lib/services/merchant/organisations.ts'
import type {
  ActivationDecision,
  LimitsInput,
  MerchantFilter,
  MerchantLine,
  MerchantPage,
  MerchantView,
  SuspensionInput,
} from '#lib/views/operator-merchant.ts'
import { checkFreshOperator, checkOperator, type Operator } from './access.ts'
import { mailActivationWaits } from './mails.ts'

/** Audited and mailed to owners. */

const pageSize = 50

/** Newest first; waiting ones by who waited longest. Refusals: `not_found`. */
export async function listMerchants(operator: Operator, filter: MerchantFilter): Promise<MerchantPage> {
  await checkOperator(operator)
  const { q = '', queue, before } = filter
  const seen = before === undefined ? null : await db().organisation.findUnique({ where: { id: before } })
  const isWaiting = queue === 'in_review'
  const rows = await db().organisation.findMany({
    where: {
      AND: [matches(q), queue === undefined ? {} : queues[queue], isWaiting ? {} : olderThan('createdAt', seen)],
    },
    orderBy: isWaiting ? [{ reviewAskedAt: 'asc' }, { id: 'asc' }] : newestFirst('createdAt'),
    take: (isWaiting ? maxWaiting : pageSize) + 1,
  })
  const { page, last } = cutPage(rows, isWaiting ? maxWaiting : pageSize)
  return { merchants: page.map(toLine), next: isWaiting ? null : (last?.id ?? null) }
}

const maxWaiting = 200

const queues: { readonly [queue in NonNullable<MerchantFilter['queue']>]: Prisma.OrganisationWhereInput } = {
  in_review: { reviewAskedAt: { not: null } },
  approved: { approvedAt: { not: null } },
  declined: { declinedAt: { not: null } },
  never_asked: { approvedAt: null, reviewAskedAt: null, declinedAt: null },
  suspended: { suspendedAt: { not: null } },
}

function matches(q: string): Prisma.OrganisationWhereInput {
  if (q === '') return {}
  const contains = { contains: q.replace(/[\\%_]/g, found => `\\${found}`), mode: 'insensitive' as const }
  const digits = /^[\d\s]{3,}$/.test(q) ? q.replace(/\s/g, '') : ''
  const byNumber = digits === '' ? [] : written(digits).map(text => ({ registrationNumber: { contains: text } }))
  return isUuid(q) ? { id: q } : { OR: [{ name: contains }, { legalName: contains }, { email: contains }, ...byNumber] }
}

function toLine(row: OrganisationRow): MerchantLine {
  const account = beneficiaryAt(row, now()).inEffect
  return {
    id: row.id,
    name: row.name,
    legalName: row.legalName,
    registrationNumber: row.registrationNumber,
    state: activationState(row, account),
    isSuspended: row.suspendedAt !== null,
    brand: brandOfFacts(factsOf(row, account)),
    createdAt: row.createdAt.toISOString(),
    reviewAskedAt: row.reviewAskedAt?.toISOString() ?? null,
  }
}

/** Refusals: `not_found`. */
export async function countWaiting(operator: Operator): Promise<number> {
  await checkOperator(operator)
  return db().organisation.count({ where: queues.in_review })
}

/** Then only the console shows it. */
const newRequestMs = 60 * 60_000

/** Once each. Returns how many. */
export async function mailNewRequests(): Promise<number> {
  const since = new Date(now().getTime() - newRequestMs)
  const rows = await db().organisation.findMany({
    where: { reviewAskedAt: { gte: since } },
    select: { id: true, name: true, reviewAskedAt: true },
    orderBy: { reviewAskedAt: 'asc' },
    take: maxWaiting,
  })
  for (const { id, name, reviewAskedAt } of rows) {
    if (reviewAskedAt !== null) await mailActivationWaits(db(), { id, name, askedAt: reviewAskedAt })
  }
  return rows.length
}

/** Refusals: `not_found`. */
export async function readMerchant(operator: Operator, id: string): Promise<MerchantView> {
  await checkOperator(operator)
  const row = isUuid(id) ? await db().organisation.findUnique({ where: { id } }) : null
  if (row === null) throw new Refused('not_found')
  const [activation, memberships, approvedBy, seen, twins] = await Promise.all([
    viewActivation(row),
    db().membership.findMany({ where: { organisationId: id }, orderBy: { createdAt: 'asc' }, take: 200 }),
    row.approvedByUserId ? db().user.findUnique({ where: { id: row.approvedByUserId }, select: { name: true } }) : null,
    fingerprintOf(row, db()),
    findTwins(row),
  ])
  const people = await db().user.findMany({
    where: { id: { in: memberships.map(({ userId }) => userId) } },
    select: { id: true, name: true, email: true, emailVerifiedAt: true },
  })
  const byId = new Map(people.map(person => [person.id, person]))
  return {
    id,
    email: row.email,
    website: row.website,
    logo: row.logoVersion === null ? null : logoPath(row.logoVersion),
    locale: row.locale,
    createdAt: row.createdAt.toISOString(),
    members: memberships.map(({ userId, role }) => ({
      userId,
      role,
      name: byId.get(userId)?.name ?? '—',
      email: byId.get(userId)?.email ?? '—',
      isAddressConfirmed: (byId.get(userId)?.emailVerifiedAt ?? null) !== null,
    })),
    activation,
    approvedBy: approvedBy?.name ?? null,
    seen,
    twins,
  }
}

const maxTwins = 10

/** Other organisations of the same number or account: one company twice, or somebody who poses as it. */
async function findTwins(row: OrganisationRow): Promise<MerchantView['twins']> {
  const siren = sirenOf(row.registrationNumber ?? '')
  const account = beneficiaryAt(row, now()).inEffect
  const same = {
    number: siren === null ? [] : written(siren).map(start => ({ registrationNumber: { startsWith: start } })),
    account: account === null ? [] : [wherePaidOn(account.iban)],
  }
  const found = await Promise.all(
    (['number', 'account'] as const).map(async by => {
      const where = { id: { not: row.id }, OR: same[by] }
      const rows = await db().organisation.findMany({ where, select: { id: true, name: true }, take: maxTwins })
      return rows.map(twin => ({ ...twin, by }))
    }),
  )
  return found.flat()
}

/** Stored as typed: together, or in threes. */
const written = (digits: string) => [digits, digits.replace(/(\d{3})(?=\d)/g, '$1 ')]

/** Of what a decision is about. */
async function fingerprintOf(row: OrganisationRow, tx: Tx): Promise<string> {
  const evidence = await gatherEvidence(row, tx)
  const documents = await tx.organisationDocument.findMany({
    where: { organisationId: row.id },
    select: { id: true },
    orderBy: { createdAt: 'asc' },
  })
  return hashOf(JSON.stringify([evidence, documents, row.reviewAskedAt]))
}

/** Audited. Refusals: `not_found`. */
export async function readDocument(operator: Operator, id: string, documentId: string): Promise<OpenDocument> {
  await checkOperator(operator)
  const document = await openDocument(id, documentId)
  const { userId } = operator
  await auditOrganisation(db(), {
    userId,
    organisationId: id,
    action: 'activation.document_read',
    detail: { documentId },
  })
  return document
}

/**
 * As the operator saw it; owners mailed. Approval is possible without a review. Refusals: `not_found`,
 * `reauthentication_required`, `consent_changed_meanwhile`, `beneficiary_missing`, `invalid_input` (`reason`).
 */
export async function decideActivation(operator: Operator, id: string, input: ActivationDecision): Promise<void> {
  await change(operator, id, async (tx, row) => {
    if ((await fingerprintOf(row, tx)) !== input.seen) throw new Refused('consent_changed_meanwhile')
    if (input.decision === 'approve') {
      if (beneficiaryAt(row, now()).inEffect === null) throw new Refused('beneficiary_missing')
      const data = approvalOf(row, operator.userId)
      return { data, action: 'activation.approved', detail: { by: 'an operator' }, event: { what: 'activated' } }
    }
    const reason = validateReason(input.reason)
    const data = { reviewAskedAt: null, declinedAt: now(), declinedReason: reason, ...nothingApproved }
    return { data, action: 'activation.declined', event: { what: 'activation_declined', reason } }
  })
}

/** Nobody goes back to it by changing a name twice. */
const nothingApproved = {
  approvedName: null,
  approvedLegalName: null,
  approvedNumber: null,
  approvedHolder: null,
  approvedIban: null,
  approvedAt: null,
  approvedByUserId: null,
} as const

/**
 * New orders and attempts are refused; payments under way and refunds go on. Idempotent. Refusals: `not_found`,
 * `reauthentication_required`, `invalid_input` (`reason`; `owner` if none).
 */
export async function changeSuspension(operator: Operator, id: string, input: SuspensionInput): Promise<void> {
  await change(operator, id, async (tx, { suspendedAt }) => {
    if ((suspendedAt !== null) === input.suspended) return null
    if (!input.suspended) {
      if ((await tx.membership.count({ where: { organisationId: id, role: 'owner' } })) === 0) {
        throw new Refused('invalid_input', { field: 'owner' })
      }
      const data = { suspendedAt: null, suspendedReason: null }
      return { data, action: 'organisation.resumed', event: { what: 'resumed' } }
    }
    const reason = validateReason(input.reason)
    const data = { suspendedAt: now(), suspendedReason: reason }
    return { data, action: 'organisation.suspended', event: { what: 'suspended', reason } }
  })
}

/**
 * What was taken counts. Refusals: `not_found`, `reauthentication_required`, `invalid_input` (`payment`, `day`,
 * `month`).
 */
export async function changeLimits(operator: Operator, id: string, input: LimitsInput): Promise<void> {
  const minorOf = (limit: keyof LimitsInput) => {
    const money = parseAmount(input[limit], 'EUR')
    if (money === null) throw new Refused('invalid_input', { field: limit })
    return money.amountMinor
  }
  const limits = { payment: minorOf('payment'), day: minorOf('day'), month: minorOf('month') }
  const fault = findLimitsFault(limits)
  if (fault !== null) throw new Refused('invalid_input', { field: fault })
  const text = (limit: keyof LimitsInput) => formatAmount({ amountMinor: limits[limit], currency: 'EUR' })
  const detail = { payment: text('payment'), day: text('day'), month: text('month') }
  const euros = (limit: keyof LimitsInput) => ({ amount: detail[limit], currency: 'EUR' })
  await change(operator, id, async () => ({
    data: { limitPaymentMinor: limits.payment, limitDayMinor: limits.day, limitMonthMinor: limits.month },
    action: 'organisation.limits_changed',
    detail,
    event: { what: 'limits_changed', payment: euros('payment'), day: euros('day'), month: euros('month') },
  }))
}

type Change = {
  readonly data: Prisma.OrganisationUpdateInput
  readonly action: string
  readonly detail?: Readonly<Record<string, string>>
  readonly event: Parameters<typeof notifyOwners>[1]['event']
}

/** Row, audit and mails together; null changes nothing. */
async function change(
  operator: Operator,
  organisationId: string,
  decide: (tx: Tx, row: OrganisationRow) => Promise<Change | null>,
): Promise<void> {
  await checkFreshOperator(operator)
  const { userId } = operator
  await inOrganisation(organisationId, async tx => {
    const where = { id: organisationId }
    const row = isUuid(organisationId) ? await tx.organisation.findUnique({ where }) : null
    if (row === null) throw new Refused('not_found')
    const decided = await decide(tx, row)
    if (decided === null) return
    const { data, action, detail = {}, event } = decided
    await tx.organisation.update({ where, data })
    await auditOrganisation(tx, { userId, organisationId, action, detail })
    await notifyOwners(tx, { organisationId, userId, event, path: '/activation', isByGuichet: true })
  })
}

function validateReason(typed: string): string {
  const reason = cleanText(typed, 500)
  if (reason.length < 5) throw new Refused('invalid_input', { field: 'reason' })
  return reason
}
