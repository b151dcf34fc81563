import type { Beneficiary } from './beneficiary.ts'

/**
 * The account that an organisation is paid to changes at once, unless a new owner changes it: then a day later, so that the others
 * can still say no (docs/decisions/2026-11-22-a-new-owner-waits-a-day.md). Which account is in effect follows from the row and
 * the clock alone: nothing has to run at that instant.
 */

const dayMs = 24 * 60 * 60_000
/** How long somebody is a new owner, in milliseconds. */
export const newOwnerMs = 7 * dayMs
/** How long a new owner's change waits, in milliseconds. */
export const pauseMs = dayMs

type Owner = {
  /** Since when they are an owner. */
  readonly ownerSince: Date
  /** When the organisation was made. Whoever has owned it since then is no new owner. */
  readonly foundedAt: Date
}

/** Whether somebody became an owner less than seven days ago, and did not found the organisation. */
export function isNewOwner({ ownerSince, foundedAt }: Owner, at: Date): boolean {
  return ownerSince > foundedAt && at.getTime() - ownerSince.getTime() < newOwnerMs
}

/**
 * When a change takes effect: `at` itself, or a day later for a new owner who names another IBAN than `before` (the one in
 * effect; null when there is none). Another name or BIC for the same IBAN leads no money elsewhere.
 */
export function takesEffectAt(
  { before, iban, ...owner }: Owner & { readonly before: string | null; readonly iban: string },
  at: Date,
): Date {
  return before !== iban && isNewOwner(owner, at) ? new Date(at.getTime() + pauseMs) : at
}

/** Of an organisation's row: what it is paid to, and what takes its place. */
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
  /** What payments made now are for; null when none is named. */
  readonly inEffect: (Beneficiary & { readonly changedAt: Date | null }) | null
  /** What waits, from when on, by whom. */
  readonly next: (Beneficiary & { readonly at: Date; readonly byUserId: string | null }) | null
  /** The same account, lent by a member for reconciliation: let go with the IBAN that it has. */
  readonly lent: { readonly accountId: string; readonly userId: string } | null
}

/** What an organisation's row holds when nothing waits. */
export const nothingWaits = {
  ...{ beneficiaryNextName: null, beneficiaryNextIban: null, beneficiaryNextBic: null },
  ...{ beneficiaryNextAt: null, beneficiaryNextByUserId: null },
} as const

/** How an organisation is paid at an instant. The organisation's own name stands in for a holder's that was never given. */
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
