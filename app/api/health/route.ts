import { answerAnyone } from '#app/problem.ts'

/** Liveness: 200 whenever the process answers. Readiness is /api/ready. */
export const GET = answerAnyone(async () => ({ alive: true }))
