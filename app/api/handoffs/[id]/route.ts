import { answer } from '#app/problem.ts'
import { readHandoff } from '#lib/services/connections/app-to-app.ts'

/** How far the phone is with a link flow that this person began on a computer. */
export const GET = answer(({ session, params }) => readHandoff(session.userId, params.id ?? ''))
