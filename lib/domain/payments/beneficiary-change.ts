import type { Beneficiary } from './beneficiary.ts'

/**
 * The account an organisation is paid to changes at once, unless a new owner changes it: then a day later, so that the
 * other owners can object (docs/decisions/2026-11-22-a-new-owners-account-waits-a-day.md). The account in effect follows from
 * the row and the clock: no payment waits for a job.
 */

const dayMs = 24 * 60 * 60_000
/** How long somebody counts as a new owner, in milliseconds. */
export const newOwnerMs = 7 * dayMs
/** The delay of a new owner's change, in milliseconds. */
export const pauseMs = dayMs

type Owner = {
  /** Since when they are an owner. */
  readonly ownerSince: Date
  /** When the organisation was created. Its founder is no new owner. */
  readonly foundedAt: Date
}

/** Whether somebody became an owner less than seven days ago and is not the founder. */
export function isNewOwner({ ownerSince, foundedAt }: Owner, at: Date): boolean {
  return ownerSince > foundedAt && at.getTime() - ownerSince.getTime() < newOwnerMs
}

/**
 * When a change takes effect: `at`, or a day later if a new owner names another IBAN than `before` (the one in effect;
 * null if there is none). Another name or BIC for the same IBAN does not redirect money.
 */
export function takesEffectAt(
  { before, iban, ...owner }: Owner & { readonly before: string | null; readonly iban: string },
  at: Date,
): Date {
  return before !== iban && isNewOwner(owner, at) ? new Date(at.getTime() + pauseMs) : at
}

/** Columns of an organisation: the account it is paid to, and the next one. */
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
  /** The account for payments made now; null if none is set. */
  readonly inEffect: (Beneficiary & { readonly changedAt: Date | null }) | null
  /** The pending account, when it takes effect, and who entered it. */
  readonly next: (Beneficiary & { readonly at: Date; readonly byUserId: string | null }) | null
  /** The same account, shared by a member for reconciliation; the sharing ends if the IBAN changes. */
  readonly lent: { readonly accountId: string; readonly userId: string } | null
}

/** The columns of an organisation without a pending change. */
export const nothingWaits = {
  beneficiaryNextName: null,
  beneficiaryNextIban: null,
  beneficiaryNextBic: null,
  beneficiaryNextAt: null,
  beneficiaryNextByUserId: null,
} as const

/** How an organisation is paid at an instant. Its own name is used if no holder was given. */
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
