import { answer } from '#app/answer.ts'
import { readUpload } from '#app/api/imports/upload.ts'
import { previewImport } from '#lib/services/accounts/imports.ts'

export const POST = answer('preview', async ({ who, request }) => {
  const { accountId, file, mapping } = await readUpload(request)
  return previewImport(who.userId, accountId, file, mapping)
})
