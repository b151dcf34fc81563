import { stringify } from 'csv-stringify/sync'
import { unzipSync } from 'fflate'
import readWorkbook from 'read-excel-file/node'
import { type ImportProblemCode, importLimits } from '#lib/domain/accounts/import-line.ts'

/** Of archives and workbooks, whose sizes are checked before anything is inflated. */

const inflatedLimits = { bytes: 60 * 1024 * 1024, files: 200 } as const

export type Unpacked =
  | { readonly problem: ImportProblemCode }
  | { readonly files: readonly Uint8Array[]; readonly isWorkbook: boolean }

/** Statements in a zip, a workbook's first sheet as a CSV, or the file as it is. */
export async function unpack(bytes: Uint8Array): Promise<Unpacked> {
  if (!(bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3)) return { files: [bytes], isWorkbook: false }
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
    if (names.includes('xl/workbook.xml')) return { files: [await readSheet(bytes)], isWorkbook: true }
    const isStatement = ({ name }: { name: string }) => !/\/$|^__MACOSX|(?:^|\/)\./.test(name)
    return { files: Object.values(unzipSync(bytes, { filter: isStatement })), isWorkbook: false }
  } catch {
    return { problem: 'binary' }
  }
}

async function readSheet(bytes: Uint8Array): Promise<Uint8Array> {
  const [sheet] = await readWorkbook(Buffer.from(bytes), { trim: true })
  const rows = (sheet?.data ?? []).map(row => row.map(cellOf))
  return new TextEncoder().encode(stringify(rows, { delimiter: ';' }))
}

/** A number has a point, and never three digits after it, so that it is no thousand. */
function cellOf(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  if (typeof cell !== 'number') return String(cell ?? '').replace(/[\r\n]+/g, ' ')
  const text = String(Number(cell.toPrecision(15)))
  return /\.\d{3}$/.test(text) ? `${text}0` : text
}
