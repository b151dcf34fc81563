import { answerOperator, readQuery } from '#app/api/operator/answer-operator.ts'
import { CallFilter } from '#lib/domain/operator-view.ts'
import { listCalls } from '#lib/services/banks/calls-report.ts'

export const GET = answerOperator(({ session, query }) => listCalls(session, readQuery(query, CallFilter)))
