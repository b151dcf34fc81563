import { singleLine, typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { apiModes } from '#lib/domain/merchant/api-key.ts'
import type { BatchField, BatchIssue, BatchProblem } from '#lib/domain/payments/link/batch.ts'
import { batchLimits } from '#lib/domain/payments/link/batch.ts'
import type { MoneyView } from './banking.ts'
import type { MailOutcome, MailView } from './mail.ts'
import type { LinkView } from './organisation.ts'

const column = z.number().int().min(0).max(200).exactOptional()

export const BatchMappingInput = z.strictObject({
  title: column,
  amount: column,
  name: column,
  email: column,
  reference: column,
  expiresOn: column,
  description: column,
} satisfies Record<BatchField, typeof column>)
export type BatchMappingInput = z.infer<typeof BatchMappingInput>

export const LinkBatchInput = z.strictObject({
  mode: z.enum(apiModes),
  /** Null: as guessed. */
  mapping: BatchMappingInput.nullable().default(null),
  /** Of rows without one. */
  title: typedSingleLine(batchLimits.title).default(''),
  /** The batch of the same file that was seen, and is wanted again. */
  again: singleLine(40).default(''),
})
export type LinkBatchInput = z.infer<typeof LinkBatchInput>

export type LinkBatchPreview = {
  problem: BatchProblem | null
  columns: string[]
  mapping: BatchMappingInput
  /** The first. */
  rows: {
    line: number
    title: string
    amount: MoneyView
    name: string | null
    email: string | null
    reference: string | null
    expiresOn: string | null
  }[]
  count: number
  sum: MoneyView
  mailed: number
  /** The first. */
  issues: BatchIssue[]
  issueCount: number
  /** The last batch of the same file. */
  known: { id: string; createdAt: string } | null
}

export type LinkBatchSummary = {
  id: string
  mode: 'test' | 'live'
  fileName: string
  createdAt: string
  count: number
  paid: number
}

export type LinkBatchView = LinkBatchSummary & {
  sum: MoneyView
  sumPaid: MoneyView
  open: number
  expired: number
  closed: number
  rows: {
    line: number
    name: string | null
    email: string | null
    mail: Pick<MailView, 'state' | 'at'> | null
    link: LinkView
  }[]
}

/** `recent`: had it within a day. */
export type BatchMailed = { readonly [outcome in MailOutcome | 'recent']: number }
