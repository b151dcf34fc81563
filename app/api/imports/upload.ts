import { parseJson, readAs, readFields } from '#app/read-request.ts'
import { importLimits } from '#lib/domain/accounts/import-line.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { ImportInput } from '#lib/views/import.ts'

/** A form with `file`, `accountId` and, for a CSV, `mapping` as JSON. Refusals: `invalid_input` naming the field. */
export async function readUpload(request: Request) {
  // A little more than the file, for the form around it. Anything larger is not read.
  const form = await readFields(request, importLimits.bytes + 64 * 1024)
  const file = form?.file('file')
  if (!form || !file) throw new Refused('invalid_input', { field: 'file' })
  const mapping = form.field('mapping')
  const input = readAs(
    ImportInput,
    {
      accountId: form.field('accountId'),
      mapping: mapping === '' ? null : parseJson(mapping),
    },
    'form',
  )
  return { ...input, file: { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) } }
}
