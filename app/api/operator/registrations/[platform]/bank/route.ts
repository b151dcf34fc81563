import { answerOperator } from '#app/answer.ts'
import { readAtBank } from '#lib/services/operator/registrations.ts'

export const GET = answerOperator(({ who, part }) => readAtBank(who, part('platform'), null))
