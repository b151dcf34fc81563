import { compare } from '@guichet/values/text/compare.ts'
import { decodeEntities } from '@guichet/values/text/entities.ts'
import { stringify } from 'csv-stringify/sync'
import {
  askAccount,
  type ColumnMapping,
  type ImportFormat,
  type ImportNote,
  type ImportReading,
  type ImportTarget,
  importLimits,
  isSameAccount,
  notedLines,
  refuseFile,
  withoutRepeated,
} from '#lib/domain/accounts/import-line.ts'
import { readCamt } from './camt.ts'
import { readCfonb } from './cfonb.ts'
import { guessColumns, isAnyDay } from './columns.ts'
import { readRecords, readTable } from './csv.ts'
import { foldHead } from './heads.ts'
import { readMt940 } from './mt940.ts'
import { readOfx } from './ofx.ts'
import { readQif } from './qif.ts'
import { decodeFile } from './text.ts'
import { cellOf, isPacked, type UnpackedFile, unpack } from './unpack.ts'

export type ImportFile = ImportReading & {
  readonly format: ImportFormat | null
  /** Of a CSV or workbook. */
  readonly table: { readonly columns: readonly string[]; readonly mapping: ColumnMapping } | null
  /** As given, or guessed. */
  readonly mapping: ColumnMapping
  /** Files of one layout come from one source, and are read with one mapping. */
  readonly layout: string
}

const none = { format: null, table: null, layout: '', mapping: {} } as const

/** Also of a zip or workbook. */
export async function readImportFile(
  bytes: Uint8Array,
  target: ImportTarget,
  mapping: ColumnMapping | null = null,
): Promise<ImportFile> {
  if (bytes.length > importLimits.bytes) return { ...refuseFile('too_large'), ...none }
  const unpacked = await unpack(bytes)
  if ('problem' in unpacked) return { ...refuseFile(unpacked.problem), ...none }
  const { files, isWorkbook } = unpacked
  if (isWorkbook) return readSheets(files, target, mapping)
  const read = new Map<ImportFile, string>()
  let lines = 0
  for (const { name, bytes: content } of files) {
    const inner = isPacked(content) ? await unpack(content) : null
    const isBook = inner !== null && 'files' in inner && inner.isWorkbook
    const one = isBook ? readSheets(inner.files, target, mapping) : readImport(content, target, mapping)
    lines += one.lines.length
    if (lines > importLimits.lines) return { ...refuseFile('too_many_lines'), ...none }
    read.set(one, name)
  }
  const [first] = read.keys()
  return first && read.size === 1 ? first : joinFiles(read, target, mapping ?? {})
}

/** The sheet with transactions; of several the person says which, as sheets may be accounts. */
function readSheets(files: readonly UnpackedFile[], target: ImportTarget, given: ColumnMapping | null): ImportFile {
  const { accountValue = '', ...columns } = given ?? {}
  const isChosen = files.some(({ name }) => name === accountValue)
  const mapping = isChosen ? (columns.day === undefined ? null : columns) : given
  const sheets = files.map(({ name, bytes }) => ({ name, read: readImport(bytes, target, mapping) }))
  const isTable = ({ read }: (typeof sheets)[number]) => read.table?.mapping.day !== undefined && !isWithoutLines(read)
  const tables = sheets.filter(isTable)
  const chosen = tables.find(({ name }) => name === accountValue) ?? (tables.length > 1 ? undefined : tables[0])
  if (chosen === undefined && tables.length > 1) {
    return { ...askAccount(tables.map(({ name }) => name)), ...none, format: 'xlsx', mapping: columns }
  }
  const { read } = chosen ?? sheets.find(sheet => sheet.read.format !== null) ?? sheets[0] ?? {}
  if (read === undefined) return { ...refuseFile('empty'), ...none }
  if (read.format !== 'csv') return read
  const others = tables.filter(table => table !== chosen).reduce((sum, table) => sum + table.read.lines.length, 0)
  const left: readonly ImportNote[] = others > 0 ? [{ code: 'other_account', count: others, lines: [] }] : []
  const kept = chosen && isChosen ? { ...read.mapping, accountValue } : read.mapping
  const notes = [...read.notes, ...left]
  return { ...read, notes, mapping: kept, format: 'xlsx', layout: `xlsx ${read.layout}` }
}

const isWithoutLines = ({ problems }: ImportFile) => ['empty', 'no_columns'].includes(problems[0]?.code ?? '')

/** By content, never by name. `mapping` overrides the guess. */
export function readImport(bytes: Uint8Array, target: ImportTarget, given: ColumnMapping | null = null): ImportFile {
  const text = decodeFile(bytes)
  if (text === null) return { ...refuseFile('binary'), ...none }
  if (text.trim() === '') return { ...refuseFile('empty'), ...none }
  if (/^\s*<(?:!doctype html|html|head|meta|style|body|div|table)\b|<Workbook\b/i.test(text.slice(0, 1_000)))
    return readPage(text, target, given)
  const format = formatOf(text)
  const mapping = given ?? {}
  const as = (reading: ImportReading) => ({ ...reading, format, table: null, layout: format ?? '', mapping })
  switch (format) {
    case null:
      return { ...refuseFile('unknown_format'), ...none }
    case 'ofx':
      return as(readOfx(text, target, mapping))
    case 'camt052':
    case 'camt053':
      return as(readCamt(text, target, mapping.accountValue))
    case 'qif':
      return as(readQif(text, target, mapping))
    case 'mt940':
      return as(readMt940(text, target, mapping.accountValue))
    case 'cfonb120':
      return as(readCfonb(text, target, mapping.accountValue))
    default:
      return readCsv(text, target, given)
  }
}

function formatOf(text: string): ImportFormat | null {
  const start = text.slice(0, 20_000)
  if (/^\s*OFXHEADER:|<OFX>|<\?OFX\s/i.test(start)) return 'ofx'
  if (/^\uFEFF?\s*</.test(start)) {
    // A notification is a report without balances.
    if (/BkToCstmrAcctRpt|camt\.052|BkToCstmrDbtCdtNtfctn/.test(start)) return 'camt052'
    return /BkToCstmrStmt|camt\.053|<!(?:DOCTYPE|ENTITY)/.test(start) ? 'camt053' : null
  }
  if (
    /^\uFEFF?\s*(?:#[^\r\n]*[\r\n]\s*)*!(?:Type|Account|Option|Clear)|^\uFEFF?D\d[^;,\t\r\n]*[\r\n]{1,2}[TUPNCLM]/i.test(
      start,
    )
  )
    return 'qif'
  if (/^:20:/m.test(start) && /^:(?:25|60[FM]|61):/m.test(start)) return 'mt940'
  if (/^0[145]\d{5}.{9}[A-Z ]{3}/.test(start) && !/[;\t]/.test(start.slice(0, 120))) return 'cfonb120'
  return /[;,\t|~^]/.test(start) && !/^\s*[[{]/.test(start) ? 'csv' : null
}

/** A table of a web page, which some banks call a workbook, or those of Excel's in XML. */
function readPage(text: string, target: ImportTarget, given: ColumnMapping | null): ImportFile {
  const sheets: { name: string; rows: string[][] }[] = [{ name: '', rows: [] }]
  // Cells that reach into later rows, by column.
  const reaching = new Map<number, { readonly text: string; left: number }>()
  let lines = 0
  for (const [, name = '', attributes = '', cell = ''] of text
    .replace(/<br\b[^<>]*>/gi, ' ')
    .replace(/<(?!\/?(?:t[rdh]|row|cell|worksheet)\b|data ss:Type="Number")[^<>]*>/gi, '')
    .matchAll(/<(t[rdh]|row|cell|data|worksheet)\b([^<>]*)>([^<]*)/gi)) {
    const rows = sheets.at(-1)?.rows ?? []
    const row = rows.at(-1)
    if (lines > importLimits.lines + 100) break
    if (/^worksheet$/i.test(name)) sheets.push({ name: /\bss:Name="([^"]*)"/.exec(attributes)?.[1] ?? '', rows: [] })
    else if (/^(?:tr|row)$/i.test(name)) {
      rows.push([])
      lines++
    } else if (/^data$/i.test(name)) row?.splice(-1, 1, cellOf(Number(cell)))
    else if (row) {
      const numberOf = (attribute: string) => Number(attributes.match(`${attribute}="?(\\d{1,2})\\b`)?.[1] ?? 1)
      while (row.length < numberOf('ss:Index') - 1) row.push('')
      for (let above = reaching.get(row.length); above && above.left-- > 0; above = reaching.get(row.length))
        row.push(above.text)
      const content = decodeEntities(cell).replace(/\s+/g, ' ').trim()
      // An amount beside two rows is one, a day is that of both.
      const [left, text] = [numberOf('rowspan') - 1, isAnyDay(content) ? content : '']
      if (left > 0) reaching.set(row.length, { text, left })
      row.push(content, ...Array.from({ length: row.length < 100 ? numberOf('colspan') - 1 : 0 }, () => ''))
    }
  }
  const tables = sheets.flatMap(({ name, rows }) =>
    rows.length > 0 ? { name: decodeEntities(name), text: stringify(rows, { delimiter: ';' }) } : [],
  )
  const [first, ...others] = tables
  if (first === undefined) return { ...refuseFile('unknown_format'), ...none }
  if (others.length === 0) return readCsv(first.text, target, given)
  const files = tables.map(({ name, text }) => ({ name, bytes: new TextEncoder().encode(text) }))
  return readSheets(files, target, given)
}

function readCsv(text: string, target: ImportTarget, given: ColumnMapping | null): ImportFile {
  const table = readTable(text)
  if (!('records' in table)) return { ...refuseFile('bad_quotes', table.line), ...none, format: 'csv' }
  const mapping = given ?? guessColumns(table, target)
  const layout = `csv ${table.columns.map(foldHead).join(' ')}`
  const { columns } = table
  return { ...readRecords(table, mapping, target), format: 'csv', table: { columns, mapping }, mapping, layout }
}

/** With their names. Files of other accounts are left out, if there is one of this; which is this one is asked if nothing tells. */
function joinFiles(
  named: ReadonlyMap<ImportFile, string>,
  target: ImportTarget,
  { accountValue }: ColumnMapping,
): ImportFile {
  const files = [...named.keys()]
  const isOthers = ({ problems }: ImportFile) => problems[0]?.code === 'other_account'
  // A PDF or a remark of the bank beside them.
  const isNone = ({ format, problems }: ImportFile) => format === null || problems[0]?.code === 'no_columns'
  const given = files.filter(file => !isOthers(file) && file.problems[0]?.code !== 'empty')
  const read = given.filter(file => !isNone(file))
  const [first = given[0] ?? files[0]] = read
  if (first === undefined) return { ...refuseFile('empty'), ...none }
  const isSplit = new Set(read.flatMap(({ account }) => account || [])).size > 1
  const accountOf = (file: ImportFile) => file.account || (named.get(file) ?? '')
  const accounts = [...new Set(read.map(accountOf))]
  const chosen = accounts.filter(one =>
    accountValue === undefined ? isSameAccount(one, target) : one === accountValue,
  )
  if (isSplit && chosen.length === 0) return { ...first, ...askAccount(accounts) }
  const isUnread = ({ account, problems }: ImportFile) => account === '' && problems.length > 0
  const own = read.filter(file => !isSplit || chosen.includes(accountOf(file)) || isUnread(file))
  const faulty = own.find(({ problems }) => problems.length > 0)
  if (faulty || own.length === 0) return faulty ?? first
  const lines = withoutRepeated(own.map(file => file.lines))
  const all = linesOf(own)
  const left: readonly ImportNote[] = [
    { code: 'other_file', count: given.length - read.length, lines: [] },
    { code: 'other_account', count: linesOf(read) - all, lines: [] },
    { code: 'repeated', count: all - lines.length, lines: [] },
  ]
  const codes = Map.groupBy(
    [...own.flatMap(file => file.notes), ...left.filter(({ count }) => count > 0)],
    one => one.code,
  )
  const notes = [...codes].map(([code, ones]): ImportNote => {
    const count = ones.reduce((sum, one) => sum + one.count, 0)
    return { code, count, lines: ones.flatMap(one => one.lines).slice(0, notedLines) }
  })
  return { ...(own[0] ?? first), lines, notes, balance: balanceOf(own) }
}

const linesOf = (files: readonly ImportFile[]) => files.reduce((sum, { lines }) => sum + lines.length, 0)

/** The first that its own lines don't lead to, else the latest. */
function balanceOf(files: readonly ImportFile[]): ImportFile['balance'] {
  const balances = files.flatMap(({ balance }) => balance ?? [])
  if (balances.length < files.length) return null
  const dayOf = ({ closingDay }: (typeof balances)[number]) => closingDay ?? ''
  const wrong = balances.find(({ difference }) => difference && difference.amountMinor !== 0n)
  return wrong ?? balances.toSorted((left, right) => compare(dayOf(right), dayOf(left)))[0] ?? null
}
