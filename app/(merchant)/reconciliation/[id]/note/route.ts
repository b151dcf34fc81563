import { answerForm } from '#app/(merchant)/answer-form.ts'
import { guarded } from '#app/guarded.ts'
import { pathOf } from '#app/read-request.ts'
import { noteCredit } from '#lib/services/reconciliation/reconciliation-matches.ts'

/** Keeps a note beside a credit. */
export const POST = guarded(
  'credit.match',
  async (request: Request, { params }: { params: Promise<unknown> }): Promise<Response> => {
    const { id: creditId } = await pathOf(params, 'id')
    const page = `/reconciliation/${encodeURIComponent(creditId)}`
    return answerForm(request, page, async ({ session, organisationId, field }) => {
      await noteCredit(session.userId, organisationId, { creditId, note: field('note') })
      return `${page}?done=noted`
    })
  },
)
