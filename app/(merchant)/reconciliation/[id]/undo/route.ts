import { answerMember } from '#app/api/merchant/answer-member.ts'
import { undoMatch } from '#lib/services/reconciliation/matches.ts'

/** Undoes a match. */
export const POST = answerMember('credit.match', '/reconciliation/[id]', async ({ who, field, page }) => {
  await undoMatch(who, field('matchId'))
  return `${page}?done=undone`
})
