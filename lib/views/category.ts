import { singleLine, typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { categoryIcons, categoryTones } from '#lib/domain/accounts/category.ts'

/** Decimal strings. */

export const CategoryInput = z.strictObject({
  name: typedSingleLine(40).trim().min(1),
  icon: z.enum(categoryIcons),
  tone: z.enum(categoryTones),
})
export type CategoryInput = z.infer<typeof CategoryInput>

export type CategoryView = CategoryInput & { id: string }

/** Built-in or own; the service checks the id. */
export const CategoryName = z.string().regex(/^[a-z0-9_-]{1,40}$/)
const Amount = z.string().regex(/^\d{1,13}(?:\.\d{1,5})?$/)

export const RuleInput = z.strictObject({
  pattern: typedSingleLine(200).trim(),
  counterparty: typedSingleLine(70).nullable().default(null),
  direction: z.enum(['in', 'out']).nullable().default(null),
  min: Amount.nullable().default(null),
  max: Amount.nullable().default(null),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullable()
    .default(null),
  accountId: z.uuid().nullable().default(null),
  category: CategoryName,
})
export type RuleInput = z.infer<typeof RuleInput>

/** `named`: the counterparty as shown. */
export type RuleView = RuleInput & { id: string; lineCount: number; named: string | null }

export type RulePreview = {
  matches: number
  changes: number
  /** Categorised by a person. */
  byHand: number
  examples: { label: string; day: string; amount: string; currency: string }[]
}

export type RuleResult = { rule: RuleView; changed: number }

export const RefileInput = z.strictObject({
  accountId: singleLine(40),
  key: singleLine(100).min(1),
  category: CategoryName,
  always: z.boolean().default(false),
})
export type RefileInput = z.infer<typeof RefileInput>
export type RefileResult = { changed: number; ruleId: string | null }

/** Null removes. */
export const NameInput = z.strictObject({
  accountId: singleLine(40),
  key: singleLine(100).min(1),
  name: typedSingleLine(60).trim().min(1).nullable(),
})
export type NameInput = z.infer<typeof NameInput>
export type NameResult = { name: string; named: boolean }

export const RuleOrder = z.strictObject({ ids: z.array(z.uuid()).max(500) })
