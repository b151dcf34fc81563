import { answerAnyone } from '#app/answer.ts'

/** Liveness: 200 whenever the process answers. Readiness is /api/ready. */
export const GET = answerAnyone(async () => ({ alive: true }))
