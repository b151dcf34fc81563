import { answer } from '#app/problem.ts'
import { leaveHousehold } from '#lib/services/household/household.ts'

export const POST = answer(({ session }) => leaveHousehold(session.userId))
