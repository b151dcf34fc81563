import { answer } from '#app/problem.ts'
import { readHome } from '#lib/services/home/read.ts'

export const GET = answer(({ session }) => readHome(session.userId))
