import { answer } from '#app/problem.ts'
import { listConnections } from '#lib/services/connections/read.ts'

export const GET = answer(({ session }) => listConnections(session.userId))
