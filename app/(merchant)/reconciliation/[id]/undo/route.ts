import { answerForm } from '#app/(merchant)/answer-form.ts'
import { guarded } from '#app/guarded.ts'
import { undoMatch } from '#lib/services/reconciliation/reconciliation-matches.ts'

/** Takes a match back. */
export const POST = guarded(
  'credit.match',
  async (request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> => {
    const page = `/reconciliation/${encodeURIComponent((await params).id)}`
    return answerForm(request, page, async ({ session, organisationId, field }) => {
      await undoMatch(session.userId, organisationId, field('matchId'))
      return `${page}?done=undone`
    })
  },
)
