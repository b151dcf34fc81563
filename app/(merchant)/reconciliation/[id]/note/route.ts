import { answerMemberForm } from '#app/answer-form.ts'
import { noteCredit } from '#lib/services/reconciliation/matches.ts'

/** Stores a note with a credit. */
export const POST = answerMemberForm('credit.match', '/reconciliation/[id]', async ({ actor, part, field, page }) => {
  await noteCredit(actor, { creditId: part('id'), note: field('note') })
  return `${page}?done=noted`
})
