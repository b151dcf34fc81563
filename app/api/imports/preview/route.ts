import { readUpload } from '#app/api/imports/upload.ts'
import { answer } from '#app/problem.ts'
import { previewImport } from '#lib/services/accounts/imports.ts'

export const POST = answer(async ({ session, request }) => {
  const { accountId, file, mapping } = await readUpload(request)
  return previewImport(session.userId, accountId, file, mapping)
})
