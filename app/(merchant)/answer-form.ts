import { readForm, seeOther } from '#app/(auth)/forms.ts'
import { toRefused } from '#app/problem.ts'
import type { Fields } from '#app/read-request.ts'
import { isUuid } from '#lib/services/ids.ts'
import { type CurrentSession, currentSession } from '#lib/session.ts'

type Posted = {
  readonly session: CurrentSession
  /** The organisation that the page was drawn for; the service asks whether this person is in it. */
  readonly organisationId: string
  readonly field: Fields['field']
}

/**
 * A plain form of a merchant's page: who is it, one service, and on to where `act` says. A refusal goes back to `page` with
 * its code; an old password goes to where it is asked for.
 */
export async function answerForm(
  request: Request,
  page: string,
  act: (posted: Posted) => Promise<string>,
): Promise<Response> {
  const [form, session] = await Promise.all([readForm(request), currentSession()])
  if (!form) return seeOther(page, { error: 'invalid_input' })
  if (!session) return seeOther('/signin', { next: page })
  const organisationId = form.field('organisation')
  if (!isUuid(organisationId)) return seeOther(page, { error: 'invalid_input' })
  try {
    return seeOther(await act({ session, organisationId, field: form.field }))
  } catch (error) {
    const { code } = toRefused(error, request)
    if (code === 'reauthentication_required') return seeOther('/settings/confirm', { next: page })
    return seeOther(page, { error: code })
  }
}
