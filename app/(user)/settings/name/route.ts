import { readForm, seeOther } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { presenceOf } from '#app/presence.ts'
import { toRefused } from '#app/problem.ts'
import { changeName } from '#lib/services/people/profile.ts'
import { currentSession } from '#lib/session.ts'

/** Changes the name. Field name. */
export const POST = guarded('name.change', async (request: Request): Promise<Response> => {
  const [form, session] = await Promise.all([readForm(request), currentSession()])
  if (!session) return seeOther('/signin', { next: '/settings' })
  if (!form) return seeOther('/settings')
  try {
    await changeName(session.userId, form.field('name'), presenceOf(request).ipAddress)
    return seeOther('/settings', { notice: 'name_changed' })
  } catch (error) {
    const { code, field } = toRefused(error, request)
    return seeOther('/settings', { error: code, field: field ?? null })
  }
})
