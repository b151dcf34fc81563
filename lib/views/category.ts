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

export const CategoryView = z.object({ ...CategoryInput.shape, id: z.string() })
export type CategoryView = z.infer<typeof CategoryView>

export const CategoryList = z.object({ categories: z.array(CategoryView) })
export type CategoryList = z.infer<typeof CategoryList>

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

export const RuleView = z.object({ ...RuleInput.shape, id: z.string(), lineCount: z.number().int() })
export type RuleView = z.infer<typeof RuleView>

export const RuleList = z.object({ rules: z.array(RuleView) })
export type RuleList = z.infer<typeof RuleList>

export const RulePreview = z.object({
  matches: z.number().int(),
  changes: z.number().int(),
  /** Categorised by a person. */
  byHand: z.number().int(),
  examples: z.array(z.object({ label: z.string(), day: z.string(), amount: z.string(), currency: z.string() })),
})
export type RulePreview = z.infer<typeof RulePreview>

export const RuleResult = z.object({ rule: RuleView, changed: z.number().int() })
export type RuleResult = z.infer<typeof RuleResult>

export const RefileInput = z.strictObject({
  accountId: singleLine(40),
  key: singleLine(100).min(1),
  category: CategoryName,
  always: z.boolean().default(false),
})
export type RefileInput = z.infer<typeof RefileInput>
export const RefileResult = z.object({ changed: z.number().int(), ruleId: z.string().nullable() })
export type RefileResult = z.infer<typeof RefileResult>

/** Null removes. */
export const NameInput = z.strictObject({
  accountId: singleLine(40),
  key: singleLine(100).min(1),
  name: typedSingleLine(60).trim().min(1).nullable(),
})
export type NameInput = z.infer<typeof NameInput>
export const NameResult = z.object({ name: z.string(), named: z.boolean() })
export type NameResult = z.infer<typeof NameResult>

export const RuleOrder = z.strictObject({ ids: z.array(z.uuid()).max(500) })
