import { cookies } from 'next/headers'
import { readForm, seeOther } from '#app/forms.ts'
import { guarded } from '#app/guarded.ts'
import { closeSession, readSessionToken, sessionCookie } from '#lib/session.ts'

/** Ends the session in the browser and the database, and deletes what the browser stores of us (C25, C36). */
export const POST = guarded('session.close', async (request: Request): Promise<Response> => {
  if (!(await readForm(request))) return seeOther('/home')
  const token = await readSessionToken()
  if (token) await closeSession(token)
  ;(await cookies()).set(sessionCookie.name, '', { ...sessionCookie.options, maxAge: 0 })
  const answer = seeOther('/signin', { notice: 'signed_out' })
  answer.headers.set('clear-site-data', '"cache", "storage"')
  return answer
})
