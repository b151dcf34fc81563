import { parseJson, readAs, readUpload } from '#app/read-request.ts'
import { batchLimits } from '#lib/domain/payments/link/batch.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import { LinkBatchInput } from '#lib/views/link-batch.ts'

/** A form with `file`, `mode`, `title`, `again` and, as JSON, the `mapping`. Refusals: `invalid_input` naming the field. */
export async function readBatchForm(request: Request) {
  const { field, upload } = await readUpload(request, batchLimits.bytes)
  const mapping = field('mapping') === '' ? undefined : parseJson(field('mapping'))
  const given = { mode: field('mode'), title: field('title'), again: field('again'), mapping }
  const { mode, ...input } = readAs(LinkBatchInput, omitUndefined(given), 'form')
  return { mode, input, file: { name: upload.name, bytes: new Uint8Array(await upload.arrayBuffer()) } }
}
