import { answerOperator, readQuery } from '#app/answer.ts'
import { answerFile } from '#app/answer-file.ts'
import { readQuarter } from '#lib/domain/bank/interface-statistics.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { exportStatistics } from '#lib/services/operator/statistics.ts'
import { StatisticsQuery } from '#lib/views/interface-statistics.ts'

/** A quarter's statistics of the banks' interfaces, as a file to download. */
export const GET = answerOperator(async ({ who, query }) => {
  const { quarter: name, format } = readQuery(query, StatisticsQuery)
  const quarter = readQuarter(name)
  if (quarter === null) throw new Refused('invalid_input', { field: 'quarter' })
  const file = await exportStatistics(who, quarter, format)
  return answerFile({ name: file.name, type: file.mediaType, body: file.text })
})
