import { answerForm } from '#app/(merchant)/answer-form.ts'
import { undoMatch } from '#lib/services/reconciliation/reconciliation-matches.ts'

/** Takes a match back. */
export async function POST(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const page = `/reconciliation/${encodeURIComponent((await params).id)}`
  return answerForm(request, page, async ({ session, organisationId, field }) => {
    await undoMatch(session.userId, organisationId, field('matchId'))
    return `${page}?done=undone`
  })
}
