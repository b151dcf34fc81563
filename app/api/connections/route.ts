import { answer } from '#app/answer.ts'
import { listConnections } from '#lib/services/connections/read.ts'

export const GET = answer(({ who }) => listConnections(who))
