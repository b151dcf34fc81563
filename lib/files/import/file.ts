import {
  type ColumnMapping,
  type ImportFormat,
  type ImportReading,
  type ImportTarget,
  importLimits,
  refuseFile,
} from '#lib/domain/accounts/import-line.ts'
import { readCamt } from './camt.ts'
import { guessColumns, readRecords, readTable } from './csv.ts'
import { readOfx } from './ofx.ts'
import { decodeFile } from './text.ts'

export type ImportFile = ImportReading & {
  readonly format: ImportFormat | null
  /** Of a CSV. */
  readonly table: { readonly columns: readonly string[]; readonly mapping: ColumnMapping } | null
}

/** By content, never by name. `mapping` overrides the guess. */
export function readImport(bytes: Uint8Array, target: ImportTarget, mapping: ColumnMapping | null = null): ImportFile {
  const none = { format: null, table: null }
  if (bytes.length > importLimits.bytes) return { ...refuseFile('too_large'), ...none }
  const text = decodeFile(bytes)
  if (text === null) return { ...refuseFile('binary'), ...none }
  if (text.trim() === '') return { ...refuseFile('empty'), ...none }
  const format = formatOf(text)
  if (format === null) return { ...refuseFile('unknown_format'), ...none }
  if (format === 'ofx') return { ...readOfx(text, target), format, table: null }
  if (format === 'camt053') return { ...readCamt(text, target), format, table: null }
  return readCsv(text, target, mapping)
}

function formatOf(text: string): ImportFormat | null {
  const start = text.slice(0, 4_000)
  if (/^\s*OFXHEADER:|<OFX>|<\?OFX\s/i.test(start)) return 'ofx'
  if (/^\uFEFF?\s*</.test(start)) return /BkToCstmrStmt|camt\.053|<!(?:DOCTYPE|ENTITY)/.test(start) ? 'camt053' : null
  return /[;,\t|]/.test(start) && !/^!(?:Type|Account)/i.test(start) && !/^\s*[[{]/.test(start) ? 'csv' : null
}

function readCsv(text: string, target: ImportTarget, given: ColumnMapping | null): ImportFile {
  const table = readTable(text)
  if (!('records' in table)) return { ...refuseFile('bad_quotes', table.line), format: 'csv', table: null }
  const mapping = given ?? guessColumns(table, target.currency)
  return { ...readRecords(table, mapping, target), format: 'csv', table: { columns: table.columns, mapping } }
}
