import { answer } from '#app/answer.ts'
import { readProgress } from '#lib/services/refresh/connection.ts'

export const GET = answer(({ who, id }) => readProgress(who, id))
