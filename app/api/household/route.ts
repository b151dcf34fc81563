import { answer } from '#app/problem.ts'
import { readHousehold } from '#lib/services/household/sharing.ts'

export const GET = answer(({ session }) => readHousehold(session.userId))
