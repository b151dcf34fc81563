import { answer } from '#app/answer.ts'
import { readHome } from '#lib/services/home/read.ts'

export const GET = answer(({ who }) => readHome(who))
