import { answer } from '#app/answer.ts'
import { leaveHousehold } from '#lib/services/household/sharing.ts'

export const POST = answer('household.leave', ({ who }) => leaveHousehold(who))
