import { singleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { dayOrders } from '#lib/domain/accounts/import-day.ts'
import {
  type ImportFormat,
  type ImportHint,
  type ImportNoteCode,
  type ImportProblemCode,
  type ImportQuestion,
  importLimits,
  waysBelowZero,
} from '#lib/domain/accounts/import-line.ts'
import { decimalSigns } from '#lib/domain/accounts/import-number.ts'
import type { Period } from '#lib/domain/accounts/import-period.ts'

const column = z.number().int().min(0).max(200).exactOptional()

export const ColumnMappingInput = z.strictObject({
  day: column,
  amount: column,
  debit: column,
  credit: column,
  label: column,
  details: column,
  valueDate: column,
  reference: column,
  endToEndId: column,
  currency: column,
  sign: column,
  account: column,
  status: column,
  fee: column,
  balance: column,
  dayOrder: z.enum(dayOrders).exactOptional(),
  decimal: z.enum(decimalSigns).exactOptional(),
  belowZero: z.enum(waysBelowZero).exactOptional(),
  leaveOut: z.boolean().exactOptional(),
  accountValue: singleLine(200).exactOptional(),
})
export type ColumnMappingInput = z.infer<typeof ColumnMappingInput>

export const ImportInput = z.strictObject({
  accountId: singleLine(40),
  mapping: ColumnMappingInput.nullable().default(null),
  /** Positions of supposed doubles that are imported all the same. */
  overruled: z.array(z.number().int().min(0)).max(importLimits.lines).default([]),
})

export type ImportPreview = {
  format: ImportFormat | null
  problems: { code: ImportProblemCode; line: number | null }[]
  notes: { code: ImportNoteCode; count: number; lines: number[] }[]
  /** Answered by the mapping's member of this name. */
  questions: ImportQuestion[]
  hints: ImportHint[]
  table: { columns: string[]; mapping: ColumnMappingInput } | null
  mapping: ColumnMappingInput
  /** The mapping is that of an earlier file of this layout and bank. */
  remembered: boolean
  balance: { closing: string; closingDay: string | null; difference: string | null; line: number | null } | null
  /** By how much the file's closing balance exceeds the account's of that day; null: not known. */
  beside: string | null
  /** Days between the file and what is stored. */
  gap: Period | null
  /** Days that are in both. */
  overlap: Period | null
  fresh: number
  doubles: number
  firstDay: string | null
  lastDay: string | null
  /** The first, and supposed doubles. */
  lines: {
    position: number
    line: number
    day: string
    label: string
    amount: string
    currency: string
    /** The stored one that it is supposed to be; `fileName` null: the bank's. */
    twin: { day: string; label: string; fileName: string | null } | null
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
