import { answerMember } from '#app/api/merchant/answer-member.ts'
import { noteCredit } from '#lib/services/reconciliation/matches.ts'

/** Stores a note with a credit. */
export const POST = answerMember('credit.match', '/reconciliation/[id]', async ({ who, part, field, page }) => {
  await noteCredit(who, { creditId: part('id'), note: field('note') })
  return `${page}?done=noted`
})
