import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { endShare } from '#lib/services/household/sharing.ts'

export const DELETE = guarded(
  'household.share_end',
  answer(({ session, params }) => endShare(session.userId, params.id ?? '')),
)
