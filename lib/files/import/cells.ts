import { CsvError, parse } from 'csv-parse/sync'
import { restoreNeutral } from '#lib/files/export/csv.ts'

/** Any table: cells and the lines they are on. */

export type CsvRecord = { readonly cells: readonly string[]; readonly line: number }
export type UnclosedQuote = { readonly code: 'bad_quotes'; readonly line: number | null }

/** What a spreadsheet's first line `sep=;` says counts, else what `delimiterOf` finds. At most `most` rows. */
export function readCells(
  text: string,
  delimiterOf: (body: string) => string,
  most: number,
): readonly CsvRecord[] | UnclosedQuote {
  const [first = '', named] = /^\uFEFF?sep=(.)\r?\n/i.exec(text) ?? []
  const body = text.slice(first.length)
  try {
    const rows = parse(body, {
      delimiter: named ?? delimiterOf(body),
      bom: true,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: 100_000,
      to: most,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    const before = first === '' ? 0 : 1
    return rows.map(({ record, info }) => ({ cells: record.map(normaliseCell), line: info.lines + before }))
  } catch (error) {
    const line = error instanceof CsvError && typeof error.lines === 'number' ? error.lines : null
    return { code: 'bad_quotes', line }
  }
}

/** `="0004711"` is how some banks keep a spreadsheet from reading a number. */
function normaliseCell(cell: string): string {
  const trimmed = cell.trim()
  return restoreNeutral(/^="[^"]*"$/.exec(trimmed) ? trimmed.slice(2, -1) : trimmed)
}

export const delimiters = [';', ',', '\t', '|'] as const

/** The first rows as each delimiter cuts them. */
export function cutStart(text: string): { readonly sign: string; readonly rows: readonly (readonly string[])[] }[] {
  const lines = text
    .slice(0, 20_000)
    .split(/\r\n|\r|\n/)
    .filter(line => line.trim() !== '')
    .slice(0, 40)
  return delimiters.map(sign => {
    const rows = lines.map(line => line.replace(/"[^"]*"/g, quoted => quoted.replaceAll(sign, ' ')).split(sign))
    return { sign, rows: rows.map(row => row.map(cell => normaliseCell(cell.replaceAll('"', '')))) }
  })
}
