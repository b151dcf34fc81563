import { answer } from '#app/problem.ts'
import { listNotices } from '#lib/services/people/notices.ts'

export const GET = answer(({ session }) => listNotices(session.userId))
