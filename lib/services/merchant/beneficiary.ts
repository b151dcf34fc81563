import { now } from '#lib/clock.ts'
import type { Tx } from '#lib/db.ts'
import type { Actor } from '#lib/domain/actor.ts'
import { type Beneficiary, findBeneficiaryFaults, tidyBeneficiary } from '#lib/domain/beneficiary.ts'
import { type BeneficiaryState, beneficiaryAt, nothingWaits, takesEffectAt } from '#lib/domain/beneficiary-change.ts'
import { Refused } from '#lib/domain/refused.ts'
import { inOrganisation, memberOf } from './members.ts'
import { tellBeneficiary } from './merchant-mail.ts'
import { auditOrganisation } from './organisations.ts'

/** The account that an organisation is paid to: named, changed, taken back. Which one is in effect says `beneficiaryAt` alone. */

/**
 * For who writes to an organisation that is locked (`inOrganisation`): what waited and is in effect by now takes its place in the
 * row, so that a later write can't bring the account before it back. Returns how it is paid.
 */
export async function settleBeneficiary(tx: Tx, organisationId: string): Promise<BeneficiaryState> {
  const row = await tx.organisation.findUniqueOrThrow({ where: { id: organisationId } })
  const state = beneficiaryAt(row, now())
  if (row.beneficiaryNextAt !== null && state.next === null && state.inEffect !== null) {
    await tx.organisation.update({ where: { id: organisationId }, data: columnsFor(state.inEffect) })
  }
  return state
}

/** What waited is over, and so is the loan of an account with another IBAN. */
function columnsFor({ name, iban, bic, changedAt }: Beneficiary & { changedAt: Date | null }) {
  const account = { beneficiaryName: name, beneficiaryIban: iban, beneficiaryBic: bic, beneficiaryChangedAt: changedAt }
  return { ...account, beneficiaryAccountId: null, beneficiaryUserId: null, ...nothingWaits }
}

type Typed = { readonly name: string; readonly iban: string; readonly bic: string }

/**
 * Names the account that payers pay to: at once, or a day later where a new owner does it (`takesEffectAt`). Whatever waited
 * before is replaced; naming the account that is in effect takes back what waits. Orders made before keep the one that they were
 * made with (C40). It is written down, and every owner is told by mail. An account that was lent for reconciliation and is another
 * one is no longer lent. Refusals: `not_found` and `not_allowed` when the member lost the role meanwhile, `invalid_input` with
 * `<field>.<fault>`.
 */
export async function changeBeneficiary(
  { userId, organisationId }: Actor<'beneficiary.change'>,
  typed: Typed,
): Promise<void> {
  const wanted = soundBeneficiary(typed)
  await inOrganisation(organisationId, async tx => {
    const { roleSince: ownerSince } = await memberOf(userId, organisationId, 'beneficiary.write', tx)
    const { inEffect, next } = await settleBeneficiary(tx, organisationId)
    if (inEffect !== null && isSame(inEffect, wanted)) {
      if (next !== null) await takeBack(tx, { userId, organisationId, next })
      return
    }
    const at = now()
    const { createdAt: foundedAt } = await tx.organisation.findUniqueOrThrow({ where: { id: organisationId } })
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
    const from = takesEffect > at ? takesEffect : 'now'
    await tellBeneficiary(tx, { organisationId, userId, iban: wanted.iban, from })
  })
}

function waitingColumns({ name, iban, bic }: Beneficiary, from: Date, byUserId: string) {
  const next = { beneficiaryNextName: name, beneficiaryNextIban: iban, beneficiaryNextBic: bic }
  return { ...next, beneficiaryNextAt: from, beneficiaryNextByUserId: byUserId }
}

/** The same account under another name stays lent. */
function currentColumns(wanted: Beneficiary, before: string | null, changedAt: Date) {
  const { beneficiaryAccountId, beneficiaryUserId, ...kept } = columnsFor({ ...wanted, changedAt })
  return before === wanted.iban ? kept : { ...kept, beneficiaryAccountId, beneficiaryUserId }
}

function isSame(one: Beneficiary, other: Beneficiary): boolean {
  return one.name === other.name && one.iban === other.iban && one.bic === other.bic
}

/**
 * Takes back a change that waits: any owner, at once, without being asked again who they are (`beneficiary.withdraw`). Every
 * owner is told. Refusals: `not_found` when nothing waits, also because it is in effect by now; `not_allowed`.
 */
export async function withdrawBeneficiary({ userId, organisationId }: Actor<'beneficiary.withdraw'>): Promise<void> {
  await inOrganisation(organisationId, async tx => {
    await memberOf(userId, organisationId, 'beneficiary.write', tx)
    const { next } = await settleBeneficiary(tx, organisationId)
    if (next === null) throw new Refused('not_found')
    await takeBack(tx, { userId, organisationId, next })
  })
}

type TakingBack = { readonly userId: string; readonly organisationId: string; readonly next: Beneficiary }

async function takeBack(tx: Tx, { userId, organisationId, next: { iban } }: TakingBack): Promise<void> {
  await tx.organisation.update({ where: { id: organisationId }, data: nothingWaits })
  const detail = { endsWith: iban.slice(-4), country: iban.slice(0, 2) }
  await auditOrganisation(tx, { userId, organisationId, action: 'organisation.beneficiary_withdrawn', detail })
  await tellBeneficiary(tx, { organisationId, userId, iban, from: 'never' })
}

function soundBeneficiary(typed: Typed): Beneficiary {
  const beneficiary = tidyBeneficiary(typed)
  const [fault] = findBeneficiaryFaults(beneficiary)
  if (fault) throw new Refused('invalid_input', { field: `${fault.field}.${fault.fault}` })
  return beneficiary
}
