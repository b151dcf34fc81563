import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { nameCounterparty } from '#lib/services/accounts/own-names.ts'
import { NameInput } from '#lib/views/category.ts'

export const PUT = guarded(
  'filing.change',
  answer(async ({ session, body }) => nameCounterparty(session.userId, await body(NameInput))),
)
