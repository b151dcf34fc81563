import { singleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { importFields, importFormats, importProblems } from '#lib/domain/accounts/import-line.ts'

/** An import as its page sees it. */

export const ColumnMappingInput = z.partialRecord(z.enum(importFields), z.number().int().min(0).max(200))

export const ImportInput = z.strictObject({
  accountId: singleLine(40),
  mapping: ColumnMappingInput.nullable().default(null),
})

export const ImportPreview = z.object({
  format: z.enum(importFormats).nullable(),
  problems: z.array(z.object({ code: z.enum(importProblems), line: z.number().int().nullable() })),
  table: z.object({ columns: z.array(z.string()), mapping: ColumnMappingInput }).nullable(),
  fresh: z.number().int(),
  doubles: z.number().int(),
  firstDay: z.string().nullable(),
  lastDay: z.string().nullable(),
  /** The first lines of the file, as a preview. */
  lines: z.array(
    z.object({
      line: z.number().int(),
      day: z.string(),
      label: z.string(),
      amount: z.string(),
      currency: z.string(),
      double: z.boolean(),
    }),
  ),
})
export type ImportPreview = z.infer<typeof ImportPreview>

export const ImportView = z.object({
  id: z.string(),
  accountId: z.string(),
  format: z.string(),
  fileName: z.string(),
  added: z.number().int(),
  doubles: z.number().int(),
  firstDay: z.string().nullable(),
  lastDay: z.string().nullable(),
  createdAt: z.string(),
  /** Transactions that only this file has: undoing the import deletes them. */
  alone: z.number().int(),
  /** Transactions that other files have too. */
  shared: z.number().int(),
})
export type ImportView = z.infer<typeof ImportView>

export const ImportList = z.object({ imports: z.array(ImportView) })
