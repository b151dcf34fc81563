import { readUpload } from '#app/api/imports/upload.ts'
import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { previewImport } from '#lib/services/accounts/imports.ts'

export const POST = guarded(
  'preview',
  answer(async ({ session, request }) => {
    const { accountId, file, mapping } = await readUpload(request)
    return previewImport(session.userId, accountId, file, mapping)
  }),
)
