import { explain, propose } from '#app/(user)/settings/apps/read-choice.ts'
import { answer } from '#app/answer.ts'

export const POST = answer(
  'app.propose',
  '/settings/apps/new',
  propose(() => null),
  explain,
)
