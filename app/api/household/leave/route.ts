import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { leaveHousehold } from '#lib/services/household/household.ts'

export const POST = guarded(
  'household.leave',
  answer(({ session }) => leaveHousehold(session.userId)),
)
