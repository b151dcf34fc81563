import type { LiveLimits } from '#lib/domain/payments/order/live-limits.ts'
import type { PayeeFinding, payeeSources } from '#lib/domain/payments/payee/verification.ts'
import { type ActivationStep, activationSteps } from '#lib/domain/refusals/failure.ts'
import type { DocumentKind } from './document.ts'
import { findKnownBrand } from './known-brand.ts'
import { plainNumber, sirenOf } from './siren.ts'
import { needTwoOperators } from './two-operators.ts'

/**
 * docs/decisions/2026-11-25-live-payments-need-an-activation.md. An approval is for five facts; if one changes, live
 * payments pause. The state follows from the row, without a job.
 */

/** `paused`: approved for other facts. */
export const activationStates = ['test_only', 'in_review', 'declined', 'active', 'paused'] as const
export type ActivationState = (typeof activationStates)[number]

export type ActivationFacts = {
  /** As payers see it. */
  readonly name: string
  readonly legalName: string
  readonly registrationNumber: string | null
  /** As typed; payers see it at their bank. */
  readonly holder: string | null
  readonly iban: string | null
}
export const activationFacts = ['name', 'legalName', 'registrationNumber', 'holder', 'iban'] as const

export type ActivationColumns = {
  readonly name: string
  readonly legalName: string
  readonly registrationNumber: string | null
  readonly approvedName: string | null
  readonly approvedLegalName: string | null
  readonly approvedNumber: string | null
  readonly approvedHolder: string | null
  readonly approvedIban: string | null
  readonly approvedAt: Date | null
  readonly reviewAskedAt: Date | null
  readonly declinedAt: Date | null
}

type Account = { readonly name: string; readonly iban: string } | null

export function factsOf(row: ActivationColumns, account: Account): ActivationFacts {
  const { name, legalName, registrationNumber } = row
  return { name, legalName, registrationNumber, holder: account?.name ?? null, iban: account?.iban ?? null }
}

/** Null if nothing was ever approved. */
export function changedFacts(row: ActivationColumns, account: Account): (keyof ActivationFacts)[] | null {
  if (row.approvedAt === null) return null
  const facts = factsOf(row, account)
  const approved: ActivationFacts = {
    name: row.approvedName ?? '',
    legalName: row.approvedLegalName ?? '',
    registrationNumber: row.approvedNumber,
    holder: row.approvedHolder,
    iban: row.approvedIban,
  }
  // Earlier ones were stored as typed.
  const plain = (fact: keyof ActivationFacts, { [fact]: value }: ActivationFacts) =>
    fact === 'registrationNumber' && value !== null ? plainNumber(value) : value
  return activationFacts.filter(fact => plain(fact, facts) !== plain(fact, approved))
}

/** An approval in force outweighs a review. */
export function activationState(row: ActivationColumns, account: Account): ActivationState {
  const changed = changedFacts(row, account)
  if (changed?.length === 0 && account !== null) return 'active'
  if (row.reviewAskedAt !== null) return 'in_review'
  if (row.declinedAt !== null) return 'declined'
  return changed === null ? 'test_only' : 'paused'
}

export type NameProof = Pick<PayeeFinding, 'answer'> & { readonly source: (typeof payeeSources)[number] }

export type ActivationEvidence = {
  readonly facts: ActivationFacts
  readonly state: ActivationState
  readonly country: string
  readonly addressLines: readonly string[]
  readonly representativeName: string | null
  readonly representativeRole: string | null
  readonly isAddressConfirmed: boolean
  /** What it sells and who owns it were said. */
  readonly isBusinessSaid: boolean
  /** The contract's current version. */
  readonly isContractAccepted: boolean
  /** Of the legal name and typed holder; null: not asked. */
  readonly legalNameProof: NameProof | null
  readonly holderProof: NameProof | null
  /** An owner has linked the account. */
  readonly isLinked: boolean
  /** Somebody else's organisation has the same number or account. */
  readonly hasStrangerTwin: boolean
  readonly documents: readonly DocumentKind[]
}

/**
 * `linked`: an owner has access, and its bank names the legal name and holder. `documents`: an operator compares. The
 * payee bank's answer alone proves no access.
 */
export function accountProof(evidence: ActivationEvidence): 'linked' | 'documents' | 'none' {
  const proves = (proof: NameProof | null) =>
    proof?.answer === 'match' && (proof.source === 'own_account' || evidence.isLinked)
  if (proves(evidence.legalNameProof) && proves(evidence.holderProof)) return 'linked'
  const has = (kind: DocumentKind) => evidence.documents.includes(kind)
  return has('registration') && has('bank_details') ? 'documents' : 'none'
}

/** Only French numbers have check digits. */
export function isNumberSound(country: string, registrationNumber: string | null): boolean {
  if (registrationNumber === null) return false
  return country !== 'FR' || sirenOf(registrationNumber) !== null
}

export function brandOfFacts({ name, legalName, holder }: ActivationFacts): string | null {
  return findKnownBrand(name) ?? findKnownBrand(legalName) ?? (holder === null ? null : findKnownBrand(holder))
}

/** In order; empty if active. */
export function missingSteps(evidence: ActivationEvidence): ActivationStep[] {
  if (evidence.state === 'active') return []
  const { facts, country, addressLines, representativeName, representativeRole } = evidence
  const isDone: { readonly [step in ActivationStep]: boolean } = {
    address: evidence.isAddressConfirmed,
    company: facts.legalName !== '' && addressLines.length > 0 && isNumberSound(country, facts.registrationNumber),
    business: evidence.isBusinessSaid,
    representative: Boolean(representativeName) && Boolean(representativeRole),
    account: facts.iban !== null && accountProof(evidence) !== 'none',
    contract: evidence.isContractAccepted,
    review: false,
  }
  return activationSteps.filter(step => !isDone[step])
}

/** All but the review is done. */
export function canAsk(evidence: ActivationEvidence): boolean {
  const missing = missingSteps(evidence)
  return missing.length === 1 && missing[0] === 'review' && evidence.state !== 'in_review'
}

/**
 * No operator needed: the linked account's bank named the company, which nobody else does, no name looks like a brand, and the limits are
 * not those that two operators decide.
 */
export function isSelfEvident(evidence: ActivationEvidence, limits: LiveLimits): boolean {
  if (needTwoOperators(limits)) return false
  if (evidence.hasStrangerTwin || brandOfFacts(evidence.facts) !== null) return false
  return canAsk(evidence) && accountProof(evidence) === 'linked'
}
