import { parseJson, readAs, readUpload } from '#app/read-request.ts'
import { importLimits } from '#lib/domain/accounts/import-line.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import { ImportInput } from '#lib/views/import.ts'

/** A form with `file`, `accountId` and, as JSON, the `mapping` and `overruled` doubles. Refusals: `invalid_input` naming the field. */
export async function readImport(request: Request) {
  const { field, upload } = await readUpload(request, importLimits.bytes)
  const json = (name: string) => (field(name) === '' ? undefined : parseJson(field(name)))
  const input = readAs(
    ImportInput,
    omitUndefined({ accountId: field('accountId'), mapping: json('mapping'), overruled: json('overruled') }),
    'form',
  )
  return { ...input, file: { name: upload.name, bytes: new Uint8Array(await upload.arrayBuffer()) } }
}
