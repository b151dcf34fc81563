import { answer } from '#app/answer.ts'
import { readImport } from '#app/api/imports/upload.ts'
import { previewImport } from '#lib/services/accounts/imports.ts'

export const POST = answer('preview', async ({ who, request }) => {
  const { accountId, file, mapping } = await readImport(request)
  return previewImport(who, accountId, file, mapping)
})
