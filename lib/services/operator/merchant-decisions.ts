import { cleanText } from '@guichet/values/text/clean.ts'
import { isUuid } from '#lib/base/ids.ts'
import { hashOf } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import type { Prisma, Tx } from '#lib/db.ts'
import { countYes } from '#lib/domain/merchant/two-operators.ts'
import { type LiveLimits, limitsOf } from '#lib/domain/payments/order/live-limits.ts'
import { beneficiaryAt } from '#lib/domain/payments/payee/beneficiary-change.ts'
import { liveLimitNames } from '#lib/domain/refusals/failure.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import { approvalOf, gatherEvidence, type OrganisationRow } from '#lib/services/merchant/activation.ts'
import { notAsked, readLimits, viewLimits } from '#lib/services/merchant/limits.ts'
import { notifyOwners } from '#lib/services/merchant/mails.ts'
import { inOrganisation } from '#lib/services/merchant/members.ts'
import { auditOrganisation } from '#lib/services/merchant/organisations.ts'
import type { LimitsView } from '#lib/views/activation.ts'
import type { ActivationDecision, LimitsAnswer, LimitsInput, SuspensionInput } from '#lib/views/operator-merchant.ts'
import { checkFreshOperator, type Operator } from './access.ts'
import { fingerprintOf, listOpened } from './merchants.ts'

/** Audited and mailed to owners. */

/**
 * As the operator saw it, asked for and every document opened; owners mailed. Approval needs another operator too where
 * `countYes` says so. Refusals: `not_found`, `reauthentication_required`, `consent_changed_meanwhile`,
 * `beneficiary_missing`, `invalid_input` (`reason`), `not_allowed` (`review`: not asked for; `contract`: not accepted;
 * `documents`: not opened; `second`: another operator has to).
 */
export async function decideActivation(operator: Operator, id: string, input: ActivationDecision): Promise<void> {
  await change(operator, id, async (tx, row) => {
    if ((await fingerprintOf(row, tx)) !== input.seen) throw new Refused('consent_changed_meanwhile')
    if (input.decision === 'decline') {
      const reason = validateReason(input.reason)
      const data = { reviewAskedAt: null, declinedAt: now(), declinedReason: reason, ...nothingApproved, ...noYes }
      return { data, action: 'activation.declined', event: { what: 'activation_declined', reason } }
    }
    if (row.reviewAskedAt === null) throw new Refused('not_allowed', { field: 'review' })
    if (beneficiaryAt(row, now()).inEffect === null) throw new Refused('beneficiary_missing')
    if (!(await gatherEvidence(row, tx)).isContractAccepted) throw new Refused('not_allowed', { field: 'contract' })
    await requireOpened(operator, row, tx)
    const first = agree(operator, row, { limits: limitsOf(row), seen: `activation:${input.seen}` })
    if (first !== null) return { data: first, action: 'activation.approved_first' }
    const data = { ...approvalOf(row, operator.userId), approvedReason: cleanText(input.reason, 500) || null, ...noYes }
    return { data, action: 'activation.approved', detail: { by: 'an operator' }, event: { what: 'activated' } }
  })
}

/** Those of this decision: earlier ones proved what was approved then. */
async function requireOpened(operator: Operator, row: OrganisationRow, tx: Tx): Promise<void> {
  const since = row.approvedAt === null ? {} : { createdAt: { gt: row.approvedAt } }
  const documents = await tx.organisationDocument.findMany({
    where: { organisationId: row.id, ...since },
    select: { id: true },
  })
  const opened = new Set(await listOpened(operator, row.id, tx))
  if (documents.some(({ id }) => !opened.has(id))) throw new Refused('not_allowed', { field: 'documents' })
}

type Agreed = { readonly limits: LiveLimits; readonly seen: string }

/** Null: it holds; else the first yes of two, to be stored. Refusals: `not_allowed` (`second`). */
function agree({ userId }: Operator, row: OrganisationRow, { limits, seen }: Agreed): typeof noYes | FirstYes | null {
  const { firstYesByUserId: by, firstYesSeen } = row
  const first = by === null || firstYesSeen === null ? null : { by, seen: firstYesSeen }
  const counted = countYes(limits, first, { by: userId, seen })
  if (counted === 'again') throw new Refused('not_allowed', { field: 'second' })
  return counted === 'done' ? null : { firstYesByUserId: userId, firstYesSeen: seen, firstYesAt: now() }
}

type FirstYes = { readonly firstYesByUserId: string; readonly firstYesSeen: string; readonly firstYesAt: Date }
const noYes = { firstYesByUserId: null, firstYesSeen: null, firstYesAt: null } as const

/** Nobody goes back to it by changing a name twice. */
const nothingApproved = {
  approvedName: null,
  approvedLegalName: null,
  approvedNumber: null,
  approvedHolder: null,
  approvedIban: null,
  approvedAt: null,
  approvedByUserId: null,
  approvedReason: null,
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
 * What was taken counts; answers whoever asked. Large ones need two operators. Refusals: `not_found`,
 * `reauthentication_required`, `invalid_input` (`payment`, `day`, `month`, `reason`), `not_allowed` (`second`).
 */
export async function changeLimits(operator: Operator, id: string, input: LimitsInput): Promise<void> {
  const limits = readLimits(input)
  const detail = viewLimits(columnsOf(limits))
  const euros = (limit: keyof LimitsView) => ({ amount: detail[limit], currency: 'EUR' })
  await change(operator, id, async (_, row) => {
    const reason = row.limitsAskedAt === null ? '' : validateReason(input.reason)
    const seen = `limits:${hashOf(JSON.stringify(detail))}`
    const isRaised = liveLimitNames.some(limit => limits[limit] > limitsOf(row)[limit])
    const first = isRaised ? agree(operator, row, { limits, seen }) : null
    if (first !== null) return { data: first, action: 'organisation.limits_agreed_first', detail }
    return {
      data: { ...columnsOf(limits), ...answered(row, reason), ...noYes },
      action: 'organisation.limits_changed',
      detail,
      event: { what: 'limits_changed', payment: euros('payment'), day: euros('day'), month: euros('month') },
    }
  })
}

/** Refusals: `not_found` (also if nobody asks), `reauthentication_required`, `invalid_input` (`reason`). */
export async function declineLimits(operator: Operator, id: string, input: LimitsAnswer): Promise<void> {
  const reason = validateReason(input.reason)
  await change(operator, id, async (_, row) => {
    if (row.limitsAskedAt === null) throw new Refused('not_found')
    const data = { ...answered(row, reason), ...noYes }
    return { data, action: 'organisation.limits_declined', event: { what: 'limits_declined', reason } }
  })
}

const columnsOf = ({ payment, day, month }: LiveLimits) =>
  ({ limitPaymentMinor: payment, limitDayMinor: day, limitMonthMinor: month }) as const

const answered = ({ limitsAskedAt }: OrganisationRow, limitsAnswer: string) =>
  limitsAskedAt === null ? {} : { ...notAsked, limitsAnswer, limitsAnsweredAt: now() }

type Change = {
  readonly data: Prisma.OrganisationUpdateInput
  readonly action: string
  readonly detail?: Readonly<Record<string, string>>
  /** Absent: owners are told once it holds. */
  readonly event?: Parameters<typeof notifyOwners>[1]['event']
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
    const row = requireFound(isUuid(organisationId) && (await tx.organisation.findUnique({ where })))
    const decided = await decide(tx, row)
    if (decided === null) return
    const { data, action, detail = {}, event } = decided
    await tx.organisation.update({ where, data })
    await auditOrganisation(tx, { userId, organisationId, action, detail })
    if (event !== undefined) {
      await notifyOwners(tx, { organisationId, userId, event, path: '/activation', isByGuichet: true })
    }
  })
}

function validateReason(typed: string): string {
  const reason = cleanText(typed, 500)
  if (reason.length < 5) throw new Refused('invalid_input', { field: 'reason' })
  return reason
}
