import { stringify } from 'csv-stringify/sync'
import { unzipSync } from 'fflate'
import { type ImportProblemCode, importLimits } from '#lib/domain/accounts/import-line.ts'

/** Of archives and workbooks, whose sizes are checked before anything is inflated. */

const inflatedLimits = { bytes: 60 * 1024 * 1024, files: 200, cells: 5_000_000 } as const

export type UnpackedFile = { readonly name: string; readonly bytes: Uint8Array }
export type Unpacked =
  | { readonly problem: ImportProblemCode }
  | { readonly files: readonly UnpackedFile[]; readonly isWorkbook: boolean }

export const isPacked = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3

/** Statements in a zip, a workbook's sheets as CSV, or the file as it is. */
export async function unpack(bytes: Uint8Array): Promise<Unpacked> {
  if (!isPacked(bytes)) return { files: [{ name: '', bytes }], isWorkbook: false }
  if (bytes.length > importLimits.bytes) return { problem: 'too_large' }
  const names: string[] = []
  let size = 0
  try {
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        names.push(name)
        size += originalSize
        return false
      },
    })
    if (names.length > inflatedLimits.files || size > inflatedLimits.bytes) return { problem: 'too_large' }
    if (names.includes('xl/workbook.xml'))
      return isTooWide(bytes) ? { problem: 'too_slow' } : { files: await readSheets(bytes), isWorkbook: true }
    if (names.includes('content.xml')) return { problem: 'binary' }
    const isStatement = ({ name }: { name: string }) => !/\/$|^__MACOSX|(?:^|\/)\./.test(name)
    const files = Object.entries(unzipSync(bytes, { filter: isStatement }))
    return { files: files.map(([name, content]) => ({ name, bytes: content })), isWorkbook: false }
  } catch {
    return { problem: 'binary' }
  }
}

/** The library makes every cell up to the last one used, wherever it is. */
function isTooWide(bytes: Uint8Array): boolean {
  const sheets = unzipSync(bytes, { filter: ({ name }) => /^xl\/worksheets\/[^/]*\.xml$/.test(name) })
  return Object.values(sheets).some(sheet => {
    let [columns, rows] = [0, 0]
    for (const [, column = '', row] of new TextDecoder().decode(sheet).matchAll(/ r="([A-Z]{0,3})(\d{1,7})"/g)) {
      columns = Math.max(
        columns,
        [...column].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0),
      )
      rows = Math.max(rows, Number(row))
    }
    return columns * rows > inflatedLimits.cells
  })
}

async function readSheets(bytes: Uint8Array): Promise<UnpackedFile[]> {
  // Seventy modules that only a workbook needs.
  const { default: readWorkbook } = await import('read-excel-file/node')
  const sheets = await readWorkbook(Buffer.from(bytes), { trim: true })
  return sheets.slice(0, importLimits.answers).map(({ sheet, data }) => {
    const rows = data.map(row => row.map(cellOf))
    return { name: sheet, bytes: new TextEncoder().encode(stringify(rows, { delimiter: ';' })) }
  })
}

/** A number has a point, and never one or three digits after it, so that it is an amount and no thousand. */
export function cellOf(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  if (typeof cell !== 'number') return String(cell ?? '').replace(/[\r\n]+/g, ' ')
  const text = String(Number(cell.toPrecision(15)))
  return /\.(?:\d|\d{3})$/.test(text) ? `${text}0` : text
}
