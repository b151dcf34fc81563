import { readForm, seeOther } from '#app/(auth)/forms.ts'
import { readTyped } from '#app/(user)/transfers/typed-form.ts'
import { guarded } from '#app/guarded.ts'
import { toRefused } from '#app/problem.ts'
import { keepDraft, readDraft } from '#lib/services/transfers/send.ts'
import { currentSession } from '#lib/session.ts'

/** Keeps what was typed, and goes on: to the summary, back to what is wrong, or to one line more. No IBAN in an address. */
export const POST = guarded('transfer.draft', async (request: Request): Promise<Response> => {
  const form = await readForm(request)
  const session = await currentSession()
  if (!session) return seeOther('/signin', { next: '/transfers/new' })
  const typed = form ? readTyped(form.field) : null
  if (!form || !typed) return seeOther('/transfers/new', { error: 'invalid_input' })
  try {
    const draftId = await keepDraft(session.userId, form.field('draft') || null, typed)
    if (form.field('action') !== 'continue') return seeOther('/transfers/new', { draft: draftId })
    const { faults } = await readDraft(session.userId, draftId)
    return faults.length === 0
      ? seeOther(`/transfers/new/${draftId}`)
      : seeOther('/transfers/new', { draft: draftId, check: '1' })
  } catch (error) {
    return seeOther('/transfers/new', { error: toRefused(error, request).code })
  }
})
