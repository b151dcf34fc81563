import { cookies } from 'next/headers'
import { confirmingBrowser } from '#app/(auth)/confirming-browser.ts'
import { readForm, seeOther } from '#app/(auth)/forms.ts'
import { organisationCookie } from '#app/(merchant)/current.ts'
import { guarded } from '#app/guarded.ts'
import { toRefused } from '#app/problem.ts'
import { pathOf } from '#app/read-request.ts'
import { acceptInvitation } from '#lib/services/merchant/invitations.ts'
import { currentSession } from '#lib/session.ts'

type Context = { params: Promise<unknown> }

/** Joins an organisation and makes it the current one. A form without fields. */
export const POST = guarded(
  'member.join',
  async (request: Request, { params }: Context): Promise<Response> => {
    const page = `/invitation/${encodeURIComponent((await pathOf(params, 'token')).token)}`
    const [form, session] = await Promise.all([readForm(request), currentSession()])
    if (!form) return seeOther(page, { error: 'invalid_input' })
    if (!session) return seeOther('/signin', { next: page })
    try {
      const { token } = await pathOf(params, 'token')
      const { organisationId } = await acceptInvitation(session, token, await confirmingBrowser(request))
      ;(await cookies()).set(organisationCookie.name, organisationId, organisationCookie.options)
      return seeOther('/merchant')
    } catch (error) {
      return seeOther(page, { error: toRefused(error, request).code })
    }
  },
  '/invitation/[token]',
)
