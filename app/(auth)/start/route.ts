import { seeOther } from '#app/forms.ts'
import { startPageOf } from '#lib/services/people/start-page.ts'
import { requireSession } from '#lib/session.ts'

/** Where signing in leads without another address: to the pages that the person works with. */
export async function GET(): Promise<Response> {
  const { userId } = await requireSession()
  return seeOther(await startPageOf({ userId }))
}
