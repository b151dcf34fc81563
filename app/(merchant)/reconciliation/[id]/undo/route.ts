import { answerMemberForm } from '#app/answer-form.ts'
import { undoMatch } from '#lib/services/reconciliation/matches.ts'

/** Undoes a match. */
export const POST = answerMemberForm('credit.match', '/reconciliation/[id]', async ({ actor, field, page }) => {
  await undoMatch(actor, field('matchId'))
  return `${page}?done=undone`
})
