import { z } from 'zod'
import { answerOperator, readQuery } from '#app/api/operator/answer-operator.ts'
import { reportBank } from '#lib/services/operator/calls-report.ts'
import { ReportWindow } from '#lib/views/operator.ts'

const Query = z.strictObject({ window: ReportWindow.default('1h') })

export const GET = answerOperator(({ session, params, query }) =>
  reportBank(session, params.code ?? '', readQuery(query, Query).window),
)
