import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { dismissNotice } from '#lib/services/people/notices.ts'

export const DELETE = guarded(
  'notice.dismiss',
  answer(({ session, params }) => dismissNotice(session.userId, params.id ?? '')),
)
