import { z } from 'zod'

/** What is kept after an erasure: facts about the erasure, none about the person (docs/product.md). */

/** 'pending': the bank has not answered the revocation yet; it is retried. 'nothing': there was no valid grant. */
export const bankOutcomes = ['revoked', 'pending', 'nothing'] as const
export type BankOutcome = (typeof bankOutcomes)[number]

export const ErasedBank = z.object({
  bankCode: z.string(),
  bankName: z.string(),
  outcome: z.enum(bankOutcomes),
  /** When the bank revoked the grant. Null while pending, or if there was none. */
  revokedAt: z.string().nullable(),
  /** Id of the pending revocation; null if there was no grant to revoke. */
  revocationId: z.string().nullable(),
})
export type ErasedBank = z.infer<typeof ErasedBank>

/** Why something is kept, each with its sentence in French and English. */
export const keptReasons = ['record', 'audit_chain', 'revocations', 'payments', 'organisations'] as const
export type KeptReason = (typeof keptReasons)[number]

/** Rows deleted, by kind. */
export const DeletedCounts = z.object({
  connections: z.number().int(),
  consents: z.number().int(),
  accounts: z.number().int(),
  balances: z.number().int(),
  transactions: z.number().int(),
  transfers: z.number().int().default(0),
  bankCalls: z.number().int(),
  sessions: z.number().int(),
  notices: z.number().int(),
  auditEvents: z.number().int(),
})
export type DeletedCounts = z.infer<typeof DeletedCounts>

/** The last page, and the file behind it. */
export const ErasureView = z.object({
  id: z.string(),
  erasedAt: z.string(),
  /** SHA-256 of the lower-case e-mail address, as hex: a person who knows the address can prove it was theirs. */
  emailHash: z.string(),
  banks: z.array(ErasedBank),
  deleted: DeletedCounts,
  kept: z.array(z.enum(keptReasons)),
})
export type ErasureView = z.infer<typeof ErasureView>

/** A preview: what would be erased and which banks would be contacted. */
export const ErasurePreview = z.object({
  deleted: DeletedCounts,
  /** Banks with a grant that is alive. */
  banks: z.array(z.string()),
  /** Organisations without another owner. */
  closes: z.array(z.string()),
  kept: z.array(z.enum(keptReasons)),
})
export type ErasurePreview = z.infer<typeof ErasurePreview>

/** A bank's current outcome: a pending one may have been answered since. */
export function outcomeNow(bank: ErasedBank, answeredAt: Date | null): ErasedBank {
  if (bank.outcome !== 'pending' || answeredAt === null) return bank
  return { ...bank, outcome: 'revoked', revokedAt: answeredAt.toISOString() }
}

type Leaving = {
  readonly banks: readonly Pick<ErasedBank, 'outcome'>[]
  /** Whether a bank was told to execute payments. */
  readonly paid: boolean
  readonly inOrganisation: boolean
}

/**
 * What is kept and why: revocations while a bank has not answered, proofs of payment if there were payments, an
 * organisation's payments if there is one.
 */
export function keptAfter({ banks, paid, inOrganisation }: Leaving): KeptReason[] {
  return [
    'record',
    'audit_chain',
    ...(banks.some(({ outcome }) => outcome === 'pending') ? (['revocations'] as const) : []),
    ...(paid ? (['payments'] as const) : []),
    ...(inOrganisation ? (['organisations'] as const) : []),
  ]
}
