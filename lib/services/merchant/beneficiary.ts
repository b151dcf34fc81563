import type { Presence } from '@guichet/stet/terms/presence.ts'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import {
  type Beneficiary,
  findBeneficiaryFaults,
  normaliseBeneficiary,
} from '#lib/domain/payments/payee/beneficiary.ts'
import {
  type BeneficiaryState,
  beneficiaryAt,
  nothingWaits,
  takesEffectAt,
} from '#lib/domain/payments/payee/beneficiary-change.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Actor } from '#lib/domain/who.ts'
import { verifyPayee } from '#lib/services/payees/verify.ts'
import type { PayeeVerificationView } from '#lib/views/transfer.ts'
import { mailBeneficiaryChange } from './mails.ts'
import { inOrganisation, memberOf } from './members.ts'
import { auditActivation, auditOrganisation, isActive } from './organisations.ts'

/** `beneficiaryAt` decides which is in effect. */

/** Organisations paid on the account, now or soon. */
export const wherePaidOn = (iban: string) => ({ OR: [{ beneficiaryIban: iban }, { beneficiaryNextIban: iban }] })

/**
 * So that a later write can't bring back the previous account. Call it first, locked (`inOrganisation`). Returns the
 * account in effect.
 */
export async function settleBeneficiary(tx: Tx, organisationId: string): Promise<BeneficiaryState> {
  const row = await tx.organisation.findUniqueOrThrow({ where: { id: organisationId } })
  const state = beneficiaryAt(row, now())
  const { beneficiaryNextAt: at, beneficiaryNextByUserId: userId } = row
  if (at !== null && state.next === null && state.inEffect !== null) {
    const wasActive = isActive(row, new Date(at.getTime() - 1))
    await tx.organisation.update({ where: { id: organisationId }, data: columnsFor(state.inEffect) })
    await auditActivation(tx, { userId, organisationId, wasActive })
  }
  return state
}

/** Endpoints hear of a pause. Returns how many. */
export async function settleBeneficiaries(): Promise<number> {
  const where = { beneficiaryNextAt: { lte: now() } }
  const due = await db().organisation.findMany({ where, select: { id: true }, take: 100 })
  for (const { id } of due) await inOrganisation(id, tx => settleBeneficiary(tx, id))
  return due.length
}

/** Also ends the loan for reconciliation. */
function columnsFor({ name, iban, bic, changedAt }: Beneficiary & { changedAt: Date | null }) {
  const account = { beneficiaryName: name, beneficiaryIban: iban, beneficiaryBic: bic, beneficiaryChangedAt: changedAt }
  return { ...account, beneficiaryAccountId: null, beneficiaryUserId: null, ...nothingWaits }
}

type Typed = { readonly name: string; readonly iban: string; readonly bic: string }

/**
 * At once, or a day later (`takesEffectAt`); replaces a pending change. Orders keep their account (C40); audited,
 * owners mailed. Refusals: `not_found`, `not_allowed`, `invalid_input` (`<field>.<fault>`).
 */
export async function changeBeneficiary(
  { userId, organisationId }: Actor<'beneficiary.change'>,
  typed: Typed,
): Promise<void> {
  const wanted = validateBeneficiary(typed)
  await inOrganisation(organisationId, async tx => {
    const { roleSince: ownerSince } = await memberOf(userId, organisationId, 'beneficiary.write', tx)
    const { inEffect, next } = await settleBeneficiary(tx, organisationId)
    if (inEffect !== null && isSame(inEffect, wanted)) {
      if (next !== null) await withdrawChange(tx, { userId, organisationId, next })
      return
    }
    const at = now()
    const row = await tx.organisation.findUniqueOrThrow({ where: { id: organisationId } })
    const { createdAt: foundedAt } = row
    const before = inEffect?.iban ?? null
    const takesEffect = takesEffectAt({ before, iban: wanted.iban, ownerSince, foundedAt }, at)
    if (takesEffect > at && next !== null && isSame(next, wanted)) return
    await tx.organisation.update({
      where: { id: organisationId },
      data: takesEffect > at ? waitingColumns(wanted, takesEffect, userId) : currentColumns(wanted, before, at),
    })
    const detail = {
      endsWith: wanted.iban.slice(-4),
      country: wanted.iban.slice(0, 2),
      from: takesEffect.toISOString(),
    }
    await auditOrganisation(tx, { userId, organisationId, action: 'organisation.beneficiary_changed', detail })
    await auditActivation(tx, { userId, organisationId, wasActive: isActive(row) })
    const from = takesEffect > at ? takesEffect : 'now'
    await mailBeneficiaryChange(tx, { organisationId, userId, iban: wanted.iban, from })
  })
}

/** Setting it is free whatever the answer. Refusals: `invalid_input`. */
export async function checkBeneficiary(
  { userId, organisationId }: Actor<'beneficiary.verify'>,
  typed: Typed,
  presence: Presence,
): Promise<PayeeVerificationView> {
  const { iban, name } = validateBeneficiary(typed)
  const owner = { ownerId: organisationId, ownerKind: 'organisation' } as const
  return verifyPayee(owner, { iban, name }, { userId, presence })
}

function waitingColumns({ name, iban, bic }: Beneficiary, from: Date, byUserId: string) {
  const next = { beneficiaryNextName: name, beneficiaryNextIban: iban, beneficiaryNextBic: bic }
  return { ...next, beneficiaryNextAt: from, beneficiaryNextByUserId: byUserId }
}

/** The loan continues for the same IBAN. */
function currentColumns(wanted: Beneficiary, before: string | null, changedAt: Date) {
  const { beneficiaryAccountId, beneficiaryUserId, ...kept } = columnsFor({ ...wanted, changedAt })
  return before === wanted.iban ? kept : { ...kept, beneficiaryAccountId, beneficiaryUserId }
}

function isSame(one: Beneficiary, other: Beneficiary): boolean {
  return one.name === other.name && one.iban === other.iban && one.bic === other.bic
}

/** Any owner, at once, no fresh password; owners mailed. Refusals: `not_found`, `not_allowed`. */
export async function withdrawBeneficiary({ userId, organisationId }: Actor<'beneficiary.withdraw'>): Promise<void> {
  await inOrganisation(organisationId, async tx => {
    await memberOf(userId, organisationId, 'beneficiary.write', tx)
    const { next } = await settleBeneficiary(tx, organisationId)
    if (next === null) throw new Refused('not_found')
    await withdrawChange(tx, { userId, organisationId, next })
  })
}

type TakingBack = { readonly userId: string; readonly organisationId: string; readonly next: Beneficiary }

async function withdrawChange(tx: Tx, { userId, organisationId, next: { iban } }: TakingBack): Promise<void> {
  await tx.organisation.update({ where: { id: organisationId }, data: nothingWaits })
  const detail = { endsWith: iban.slice(-4), country: iban.slice(0, 2) }
  await auditOrganisation(tx, { userId, organisationId, action: 'organisation.beneficiary_withdrawn', detail })
  await mailBeneficiaryChange(tx, { organisationId, userId, iban, from: 'never' })
}

function validateBeneficiary(typed: Typed): Beneficiary {
  const beneficiary = normaliseBeneficiary(typed)
  const [fault] = findBeneficiaryFaults(beneficiary)
  if (fault) throw new Refused('invalid_input', { field: `${fault.field}.${fault.fault}` })
  return beneficiary
}
