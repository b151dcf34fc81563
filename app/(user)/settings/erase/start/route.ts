import { cookies } from 'next/headers'
import { answer } from '#app/answer.ts'
import { seeOther } from '#app/forms.ts'
import { eraseEverything } from '#lib/services/data-rights/erase-everything.ts'
import { sessionCookie } from '#lib/session.ts'

/** Erases everything if the box is ticked and the password is fresh; redirects to the page of the record. Field understood. */
export const POST = answer('account.erase', '/settings/erase', async ({ who, field, presence }) => {
  if (field('understood') !== 'yes') return { error: 'not_understood' }
  const recordId = await eraseEverything(who, who, presence())
  ;(await cookies()).set(sessionCookie.name, '', { ...sessionCookie.options, maxAge: 0 })
  const answer = seeOther(`/erased/${recordId}`)
  answer.headers.set('clear-site-data', '"cache", "storage"')
  return answer
})
