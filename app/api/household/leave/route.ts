import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { leaveHousehold } from '#lib/services/household/sharing.ts'

export const POST = guarded(
  'household.leave',
  answer(({ session }) => leaveHousehold(session.userId)),
)
