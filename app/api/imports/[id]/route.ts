import { answer } from '#app/answer.ts'
import { undoImport } from '#lib/services/accounts/imports.ts'

export const DELETE = answer('filing.change', ({ who, id }) => undoImport(who, id))
