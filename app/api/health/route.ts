import { answerAnyone } from '#app/problem.ts'

/** Whether the process lives: 200 as long as it answers at all. Whether it can do its work is /api/ready. */
export const GET = answerAnyone(async () => ({ alive: true }))
