import { answer } from '#app/problem.ts'
import { undoImport } from '#lib/services/accounts/imports.ts'

export const DELETE = answer(({ session, params }) => undoImport(session.userId, params.id ?? ''))
