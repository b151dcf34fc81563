import { answer } from '#app/answer.ts'
import { importFile } from '#lib/services/accounts/imports.ts'
import { readImport } from './upload.ts'

export const POST = answer('filing.change', async ({ who, request }) => {
  const { accountId, file, mapping, overruled } = await readImport(request)
  return importFile(who, accountId, file, mapping, overruled)
})
