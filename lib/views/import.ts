import { singleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { importFields, importFormats, importProblems } from '#lib/domain/accounts/import-line.ts'

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
  /** Deleted when undone. */
  alone: z.number().int(),
  shared: z.number().int(),
})
export type ImportView = z.infer<typeof ImportView>

export const ImportList = z.object({ imports: z.array(ImportView) })
export type ImportList = z.infer<typeof ImportList>
