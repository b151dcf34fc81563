import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { importFile, listImports } from '#lib/services/accounts/imports.ts'
import { readUpload } from './upload.ts'

export const GET = answer(({ session }) => listImports(session.userId))

export const POST = guarded(
  'filing.change',
  answer(async ({ session, request }) => {
    const { accountId, file, mapping } = await readUpload(request)
    return importFile(session.userId, accountId, file, mapping)
  }),
)
