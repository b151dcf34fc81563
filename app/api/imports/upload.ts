import { parseJson, readAs, readUpload } from '#app/read-request.ts'
import { importLimits } from '#lib/domain/accounts/import-line.ts'
import { ImportInput } from '#lib/views/import.ts'

/** A form with `file`, `accountId` and, for a CSV, `mapping` as JSON. Refusals: `invalid_input` naming the field. */
export async function readImport(request: Request) {
  const { field, upload } = await readUpload(request, importLimits.bytes)
  const mapping = field('mapping')
  const input = readAs(
    ImportInput,
    { accountId: field('accountId'), mapping: mapping === '' ? null : parseJson(mapping) },
    'form',
  )
  return { ...input, file: { name: upload.name, bytes: new Uint8Array(await upload.arrayBuffer()) } }
}
