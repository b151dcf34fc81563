import { cookies } from 'next/headers'
import { readForm, seeOther } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { presenceOf } from '#app/presence.ts'
import { toRefused } from '#app/problem.ts'
import { eraseEverything } from '#lib/services/data-rights/erase-everything.ts'
import { currentSession, sessionCookie } from '#lib/session.ts'

/** Erases everything if the box is ticked and the password is fresh; redirects to the page of the record. Field understood. */
export const POST = guarded(
  'account.erase',
  async (request: Request): Promise<Response> => {
    const form = await readForm(request)
    const session = await currentSession()
    if (!session) return seeOther('/signin', { next: '/settings/erase' })
    if (form?.field('understood') !== 'yes') return seeOther('/settings/erase', { error: 'not_understood' })
    try {
      const recordId = await eraseEverything(session.userId, session, presenceOf(request))
      ;(await cookies()).set(sessionCookie.name, '', { ...sessionCookie.options, maxAge: 0 })
      const answer = seeOther(`/erased/${recordId}`)
      answer.headers.set('clear-site-data', '"cache", "storage"')
      return answer
    } catch (error) {
      const { code } = toRefused(error, request)
      if (code === 'reauthentication_required') return seeOther('/settings/confirm', { next: '/settings/erase' })
      return seeOther('/settings/erase', { error: code })
    }
  },
  '/settings/erase',
)
