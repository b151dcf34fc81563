import { answerSimpleFin } from '#app/simplefin/answer.ts'

export const GET = answerSimpleFin(async () => ({ versions: ['1.0'] }))
