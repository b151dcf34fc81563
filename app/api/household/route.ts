import { answer } from '#app/answer.ts'
import { readHousehold } from '#lib/services/household/sharing.ts'

export const GET = answer(({ who }) => readHousehold(who.userId))
