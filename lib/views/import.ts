import { singleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { importFields, type importFormats, type importProblems } from '#lib/domain/accounts/import-line.ts'

export const ColumnMappingInput = z.partialRecord(z.enum(importFields), z.number().int().min(0).max(200))
type ColumnMappingInput = z.infer<typeof ColumnMappingInput>

export const ImportInput = z.strictObject({
  accountId: singleLine(40),
  mapping: ColumnMappingInput.nullable().default(null),
})

export type ImportPreview = {
  format: (typeof importFormats)[number] | null
  problems: { code: (typeof importProblems)[number]; line: number | null }[]
  table: { columns: string[]; mapping: ColumnMappingInput } | null
  fresh: number
  doubles: number
  firstDay: string | null
  lastDay: string | null
  lines: {
    line: number
    day: string
    label: string
    amount: string
    currency: string
    double: boolean
  }[]
}

export type ImportView = {
  id: string
  accountId: string
  format: string
  fileName: string
  added: number
  doubles: number
  firstDay: string | null
  lastDay: string | null
  createdAt: string
  /** Deleted when undone. */
  alone: number
  shared: number
}
