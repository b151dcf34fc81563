import { importLimits } from '#lib/domain/import-line.ts'
import { ImportInput } from '#lib/domain/import-view.ts'
import { Refused } from '#lib/domain/refused.ts'

/** A form with `file`, `accountId` and, for a CSV, `mapping` as JSON. Refusals: `invalid_input` naming what is wrong. */
export async function readUpload(request: Request) {
  // A little more than the file: the form around it. What is larger is not read at all.
  if (Number(request.headers.get('content-length') ?? 0) > importLimits.bytes + 64 * 1024) {
    throw new Refused('invalid_input', { field: 'file' })
  }
  const form = await request.formData().catch(() => null)
  const file = form?.get('file')
  if (!(file instanceof File)) throw new Refused('invalid_input', { field: 'file' })
  const mapping = form?.get('mapping')
  const input = ImportInput.safeParse({
    accountId: form?.get('accountId'),
    mapping: typeof mapping === 'string' && mapping !== '' ? parseJson(mapping) : null,
  })
  if (!input.success) throw new Refused('invalid_input', { field: String(input.error.issues[0]?.path[0] ?? 'form') })
  return { ...input.data, file: { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) } }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
