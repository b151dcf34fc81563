import { bareIban } from '@guichet/values/money/iban-text.ts'
import { z } from 'zod'
import { cutPage, newestFirst, olderThan } from '#lib/base/cursor.ts'
import { isUuid } from '#lib/base/ids.ts'
import { hashOf } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma, type Tx } from '#lib/db.ts'
import { activationState, brandOfFacts, factsOf } from '#lib/domain/merchant/activation.ts'
import { needTwoOperators } from '#lib/domain/merchant/two-operators.ts'
import { limitsOf } from '#lib/domain/payments/order/live-limits.ts'
import { beneficiaryAt } from '#lib/domain/payments/payee/beneficiary-change.ts'
import { requireFound } from '#lib/domain/refusals/refused.ts'
import { gatherEvidence, type OrganisationRow, viewActivation } from '#lib/services/merchant/activation.ts'
import { wherePaidOn } from '#lib/services/merchant/beneficiary.ts'
import { logoPath } from '#lib/services/merchant/brand-view.ts'
import { type OpenDocument, openDocument } from '#lib/services/merchant/documents.ts'
import { auditOrganisation } from '#lib/services/merchant/organisations.ts'
import { findTwins, numberKey, whereNumberLike } from '#lib/services/merchant/twins.ts'
import type { MerchantFilter, MerchantLine, MerchantPage, MerchantView } from '#lib/views/operator-merchant.ts'
import { checkOperator, type Operator } from './access.ts'
import { mailMerchantWaits } from './mails.ts'

/** What operators read of merchants; they decide in `merchant-decisions.ts`. */

const pageSize = 50

/** Newest first; waiting ones by who waited longest. Refusals: `not_found`. */
export async function listMerchants(operator: Operator, filter: MerchantFilter): Promise<MerchantPage> {
  await checkOperator(operator)
  const { q = '', queue, before } = filter
  const seen = before === undefined ? null : await db().organisation.findUnique({ where: { id: before } })
  const isWaiting = queue === 'in_review'
  const rows = await db().organisation.findMany({
    where: {
      AND: [
        isUuid(q) ? { id: q } : await matches(q),
        queue === undefined ? {} : queues[queue],
        isWaiting ? {} : olderThan('createdAt', seen),
      ],
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
  limits_asked: { limitsAskedAt: { not: null } },
  never_asked: { approvedAt: null, reviewAskedAt: null, declinedAt: null },
  suspended: { suspendedAt: { not: null } },
}

/** By name, number, account, address of the organisation or a member. */
async function matches(q: string): Promise<Prisma.OrganisationWhereInput> {
  if (q === '') return {}
  const contains = { contains: q.replace(/[\\%_]/g, found => `\\${found}`), mode: 'insensitive' as const }
  const key = numberKey(q)
  const byNumber = key.length < 3 ? [] : [await whereNumberLike(`%${key}%`, db())]
  const iban = bareIban(q)
  const byAccount = /^[A-Z]{2}\d{2}[A-Z0-9]{6,30}$/.test(iban) ? [wherePaidOn(iban)] : []
  const people = await db().user.findMany({ where: { email: contains }, select: { id: true }, take: maxPeople })
  const byMember = { memberships: { some: { userId: { in: people.map(({ id }) => id) } } } }
  return { OR: [{ name: contains }, { legalName: contains }, { email: contains }, byMember, ...byAccount, ...byNumber] }
}

const maxPeople = 100

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
    asksLimits: row.limitsAskedAt !== null,
  }
}

/** Refusals: `not_found`. */
export async function countWaiting(operator: Operator): Promise<number> {
  await checkOperator(operator)
  return db().organisation.count({ where: { OR: [queues.in_review, queues.limits_asked] } })
}

/** Then only the console shows it. */
const newRequestMs = 60 * 60_000

/** Once each. Returns how many. */
export async function mailNewRequests(): Promise<number> {
  const since = new Date(now().getTime() - newRequestMs)
  const rows = await db().organisation.findMany({
    where: { OR: [{ reviewAskedAt: { gte: since } }, { limitsAskedAt: { gte: since } }] },
    select: { id: true, name: true, reviewAskedAt: true, limitsAskedAt: true },
    orderBy: { id: 'asc' },
    take: maxWaiting,
  })
  for (const { id, name, reviewAskedAt, limitsAskedAt } of rows) {
    const asked = [
      ['activation_waits', reviewAskedAt],
      ['limits_wait', limitsAskedAt],
    ] as const
    for (const [what, askedAt] of asked) {
      if (askedAt !== null && askedAt >= since) await mailMerchantWaits(db(), { id, name, what, askedAt })
    }
  }
  return rows.length
}

/** Refusals: `not_found`. */
export async function readMerchant(operator: Operator, id: string): Promise<MerchantView> {
  await checkOperator(operator)
  const row = requireFound(isUuid(id) && (await db().organisation.findUnique({ where: { id } })))
  const [activation, memberships, approvedBy, firstYesBy, seen, opened, twins] = await Promise.all([
    viewActivation(row),
    db().membership.findMany({ where: { organisationId: id }, orderBy: { createdAt: 'asc' }, take: 200 }),
    nameOf(row.approvedByUserId),
    nameOf(row.firstYesByUserId),
    fingerprintOf(row, db()),
    listOpened(operator, id, db()),
    findTwins(row, db()),
  ])
  const people = await db().user.findMany({
    where: { id: { in: memberships.map(({ userId }) => userId) } },
    select: { id: true, name: true, email: true, emailVerifiedAt: true },
  })
  const [to, of] = row.firstYesSeen?.split(':') ?? []
  const firstYesTo = to === 'limits' ? to : to === 'activation' && of === seen ? to : null
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
    approvedBy,
    approvedReason: row.approvedReason,
    firstYes: firstYesBy === null || firstYesTo === null ? null : { name: firstYesBy, to: firstYesTo },
    needsTwo: needTwoOperators(limitsOf(row)),
    seen,
    opened,
    twins,
  }
}

async function nameOf(userId: string | null): Promise<string | null> {
  if (userId === null) return null
  return (await db().user.findUnique({ where: { id: userId }, select: { name: true } }))?.name ?? '—'
}

/** Documents that this operator has opened. */
export async function listOpened({ userId }: Operator, id: string, tx: Tx): Promise<string[]> {
  const stream = `organisation:${id}`
  const rows = await tx.auditEvent.findMany({
    where: { stream, action: documentRead, userId },
    select: { detail: true },
    take: 1_000,
  })
  return rows.flatMap(({ detail }) => ReadDetail.safeParse(detail).data?.documentId ?? [])
}

const documentRead = 'activation.document_read'
const ReadDetail = z.object({ documentId: z.string() })

/** Of what a decision is about. */
export async function fingerprintOf(row: OrganisationRow, tx: Tx): Promise<string> {
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
  await auditOrganisation(db(), { userId, organisationId: id, action: documentRead, detail: { documentId } })
  return document
}
