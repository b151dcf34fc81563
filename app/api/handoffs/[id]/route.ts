import { answer } from '#app/answer.ts'
import { readHandoff } from '#lib/services/connections/app-to-app.ts'

/** The phone's progress in a link flow that this person started on a computer. */
export const GET = answer(({ who, id }) => readHandoff(who, id))
