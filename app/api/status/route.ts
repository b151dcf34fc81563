import { answerAnyone } from '#app/problem.ts'
import { readPublicStatus } from '#lib/services/operator/status.ts'

/** What works now, for programs: the same as /status. */
export const GET = answerAnyone(() => readPublicStatus())
