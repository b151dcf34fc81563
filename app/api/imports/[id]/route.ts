import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { undoImport } from '#lib/services/accounts/imports.ts'

export const DELETE = guarded(
  'filing.change',
  answer(({ session, params }) => undoImport(session.userId, params.id ?? '')),
)
