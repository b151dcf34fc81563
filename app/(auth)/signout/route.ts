import { cookies } from 'next/headers'
import { answerAnyone } from '#app/answer.ts'
import { seeOther } from '#app/forms.ts'
import { closeSession, readSessionToken, sessionCookie } from '#lib/session.ts'

/** Ends the session in the browser and the database, and deletes what the browser stores of us (C25, C36). */
export const POST = answerAnyone('session.close', '/home', async () => {
  const token = await readSessionToken()
  if (token) await closeSession(token)
  ;(await cookies()).set(sessionCookie.name, '', { ...sessionCookie.options, maxAge: 0 })
  const left = seeOther('/signin', { notice: 'signed_out' })
  left.headers.set('clear-site-data', '"cache", "storage"')
  return left
})
