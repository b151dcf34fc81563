import { z } from 'zod'

/** Facts about the erasure, none about the person. */

/** 'pending': retried. 'nothing': no valid grant. */
export const bankOutcomes = ['revoked', 'pending', 'nothing'] as const
export type BankOutcome = (typeof bankOutcomes)[number]

export const ErasedBank = z.object({
  bankCode: z.string(),
  bankName: z.string(),
  outcome: z.enum(bankOutcomes),
  /** Null: pending, or none. */
  revokedAt: z.string().nullable(),
  /** Null: none to revoke. */
  revocationId: z.string().nullable(),
})
export type ErasedBank = z.infer<typeof ErasedBank>

export const keptReasons = ['record', 'audit_chain', 'revocations', 'payments', 'organisations'] as const
export type KeptReason = (typeof keptReasons)[number]

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

export const ErasureView = z.object({
  id: z.string(),
  erasedAt: z.string(),
  /** Of the lower-case address, hex: whoever knows it can prove it was theirs. */
  emailHash: z.string(),
  banks: z.array(ErasedBank),
  deleted: DeletedCounts,
  kept: z.array(z.enum(keptReasons)),
})
export type ErasureView = z.infer<typeof ErasureView>

export const ErasurePreview = z.object({
  deleted: DeletedCounts,
  /** With a live grant. */
  banks: z.array(z.string()),
  /** Without another owner. */
  closes: z.array(z.string()),
  kept: z.array(z.enum(keptReasons)),
})
export type ErasurePreview = z.infer<typeof ErasurePreview>

/** A pending one may be answered since. */
export function outcomeNow(bank: ErasedBank, answeredAt: Date | null): ErasedBank {
  if (bank.outcome !== 'pending' || answeredAt === null) return bank
  return { ...bank, outcome: 'revoked', revokedAt: answeredAt.toISOString() }
}

type Leaving = {
  readonly banks: readonly Pick<ErasedBank, 'outcome'>[]
  readonly paid: boolean
  readonly inOrganisation: boolean
}

/** Revocations without an answer, proofs of payment, an organisation's payments. */
export function keptAfter({ banks, paid, inOrganisation }: Leaving): KeptReason[] {
  return [
    'record',
    'audit_chain',
    ...(banks.some(({ outcome }) => outcome === 'pending') ? (['revocations'] as const) : []),
    ...(paid ? (['payments'] as const) : []),
    ...(inOrganisation ? (['organisations'] as const) : []),
  ]
}
