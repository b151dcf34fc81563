import { answerOperator, readQuery } from '#app/api/operator/answer-operator.ts'
import { listCalls } from '#lib/services/operator/calls-report.ts'
import { CallFilter } from '#lib/views/operator.ts'

export const GET = answerOperator(({ session, query }) => listCalls(session, readQuery(query, CallFilter)))
