import { z } from 'zod'
import { answerOperator, readQuery } from '#app/api/operator/answer-operator.ts'
import { ReportWindow } from '#lib/domain/operator-view.ts'
import { reportBank } from '#lib/services/banks/calls-report.ts'

const Query = z.object({ window: ReportWindow.default('1h') })

export const GET = answerOperator(({ session, params, query }) =>
  reportBank(session, params.code ?? '', readQuery(query, Query).window),
)
