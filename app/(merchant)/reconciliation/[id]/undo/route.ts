import { answerForm } from '#app/(merchant)/answer-form.ts'
import { guarded } from '#app/guarded.ts'
import { pathOf } from '#app/read-request.ts'
import { undoMatch } from '#lib/services/reconciliation/reconciliation-matches.ts'

/** Takes a match back. */
export const POST = guarded(
  'credit.match',
  async (request: Request, { params }: { params: Promise<unknown> }): Promise<Response> => {
    const page = `/reconciliation/${encodeURIComponent((await pathOf(params, 'id')).id)}`
    return answerForm(request, page, async ({ session, organisationId, field }) => {
      await undoMatch(session.userId, organisationId, field('matchId'))
      return `${page}?done=undone`
    })
  },
)
