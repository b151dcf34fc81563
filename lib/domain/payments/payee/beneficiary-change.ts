import { dayMs } from '@guichet/values/calendar/day.ts'
import type { Beneficiary } from './beneficiary.ts'
export const newOwnerMs = 7 * dayMs
export const pauseMs = dayMs

type Owner = {
  readonly ownerSince: Date
  /** Its founder is no new owner. */
  readonly foundedAt: Date
}

/** Within seven days, and not the founder. */
export function isNewOwner({ ownerSince, foundedAt }: Owner, at: Date): boolean {
  return ownerSince > foundedAt && at.getTime() - ownerSince.getTime() < newOwnerMs
}

/** A day later if a new owner names another IBAN than `before` (null: none). */
export function takesEffectAt(
  { before, iban, ...owner }: Owner & { readonly before: string | null; readonly iban: string },
  at: Date,
): Date {
  return before !== iban && isNewOwner(owner, at) ? new Date(at.getTime() + pauseMs) : at
}

export type BeneficiaryColumns = {
  readonly name: string
  readonly beneficiaryName: string | null
  readonly beneficiaryIban: string | null
  readonly beneficiaryBic: string | null
  readonly beneficiaryChangedAt: Date | null
  readonly beneficiaryAccountId: string | null
  readonly beneficiaryUserId: string | null
  readonly beneficiaryNextName: string | null
  readonly beneficiaryNextIban: string | null
  readonly beneficiaryNextBic: string | null
  readonly beneficiaryNextAt: Date | null
  readonly beneficiaryNextByUserId: string | null
}

export type BeneficiaryState = {
  /** Null if none. */
  readonly inEffect: (Beneficiary & { readonly changedAt: Date | null }) | null
  /** Pending. */
  readonly next: (Beneficiary & { readonly at: Date; readonly byUserId: string | null }) | null
  /** Shared for reconciliation; ends if the IBAN changes. */
  readonly lent: { readonly accountId: string; readonly userId: string } | null
}

export const nothingWaits = {
  beneficiaryNextName: null,
  beneficiaryNextIban: null,
  beneficiaryNextBic: null,
  beneficiaryNextAt: null,
  beneficiaryNextByUserId: null,
} as const

/** The organisation's name if no holder is given. */
export function beneficiaryAt(row: BeneficiaryColumns, at: Date): BeneficiaryState {
  const { beneficiaryNextIban: nextIban, beneficiaryNextAt: nextAt } = row
  const waiting =
    nextIban === null || nextAt === null
      ? null
      : { name: row.beneficiaryNextName ?? row.name, iban: nextIban, bic: row.beneficiaryNextBic, at: nextAt }
  if (waiting !== null && waiting.at <= at) {
    const { at: changedAt, ...beneficiary } = waiting
    return { inEffect: { ...beneficiary, changedAt }, next: null, lent: null }
  }
  const { beneficiaryIban: iban, beneficiaryBic: bic, beneficiaryChangedAt: changedAt } = row
  const { beneficiaryAccountId: accountId, beneficiaryUserId: userId } = row
  return {
    inEffect: iban === null ? null : { name: row.beneficiaryName ?? row.name, iban, bic, changedAt },
    next: waiting === null ? null : { ...waiting, byUserId: row.beneficiaryNextByUserId },
    lent: accountId === null || userId === null ? null : { accountId, userId },
  }
}
