import { CsvError, parse } from 'csv-parse/sync'
import { restoreNeutral } from '#lib/files/export/csv.ts'

/** Any table: cells and the lines they are on. */

export type CsvRecord = { readonly cells: readonly string[]; readonly line: number; readonly isCut?: boolean }

export type CsvTable = {
  readonly columns: readonly string[]
  readonly records: readonly CsvRecord[]
  /** About the account, before the head. */
  readonly preamble: readonly CsvRecord[]
  readonly isHeaded: boolean
  readonly delimiter: string
}

export type UnclosedQuote = { readonly code: 'bad_quotes'; readonly line: number | null }

/** What a spreadsheet's first line `sep=;` says counts, else what `delimiterOf` finds. At most `most` rows. */
export function readCells(
  text: string,
  delimiterOf: (body: string) => string,
  most: number,
): { readonly rows: readonly CsvRecord[]; readonly delimiter: string } | UnclosedQuote {
  const [first = '', named] = /^\uFEFF?"?sep=(.)"?\r?\n/i.exec(text) ?? []
  const body = text.slice(first.length)
  const before = first === '' ? 0 : 1
  const wide = findWideRow(body)
  if (wide !== null) return { code: 'bad_quotes', line: wide + before }
  try {
    const delimiter = named ?? delimiterOf(body)
    const read = parse(body, {
      delimiter,
      quote: quoteOf(body),
      escape: quoteOf(body),
      bom: true,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: widest.characters,
      to: most,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    const rows = read.map(({ record, info }) => ({ cells: record.map(normaliseCell), line: info.lines + before }))
    return { rows, delimiter }
  } catch (error) {
    const line = error instanceof CsvError && typeof error.lines === 'number' ? error.lines : null
    return { code: 'bad_quotes', line }
  }
}

/** A first cell in single quotes is one. */
const quoteOf = (text: string) => (/^[\s\uFEFF]*'[^'\r\n]*'[;,\t|~^]/.test(text.slice(0, 2_000)) ? "'" : '"')

/** No bank's row has as many cells, or is as long. */
const widest = { cells: 1_000, characters: 100_000 } as const

function findWideRow(text: string): number | null {
  let [line, start, cells] = [1, 0, 0]
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (sign === '\n' || sign === '\r') {
      if (sign === '\n') line++
      start = at
      cells = 0
    } else if (sign === ';' || sign === ',' || sign === '\t' || sign === '|' || sign === '~' || sign === '^') cells++
    if (cells > widest.cells || at - start > widest.characters) return line
  }
  return null
}

/** `="0004711"` is how some banks keep a spreadsheet from reading a number. */
function normaliseCell(cell: string): string {
  const trimmed = cell.trim()
  if (trimmed === '') return ''
  return restoreNeutral(/^="[^"]*"$/.test(trimmed) ? trimmed.slice(2, -1) : trimmed)
}

export const delimiters = [';', ',', '\t', '|', '~', '^'] as const

/** The first rows as each delimiter cuts them. */
export function cutStart(text: string): { readonly sign: string; readonly rows: readonly (readonly string[])[] }[] {
  const lines = text
    .slice(0, 20_000)
    .split(/\r\n|\r|\n/)
    .filter(line => line.trim() !== '')
    .slice(0, 40)
  const quote = quoteOf(text)
  const quoted = quote === '"' ? /"[^"]*"/g : /'[^']*'/g
  return delimiters.map(sign => {
    const rows = lines.map(line => line.replace(quoted, one => one.replaceAll(sign, ' ')).split(sign))
    return { sign, rows: rows.map(row => row.map(cell => normaliseCell(cell.replaceAll(quote, '')))) }
  })
}
