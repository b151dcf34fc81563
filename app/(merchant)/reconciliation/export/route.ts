import { isoDay } from '@guichet/values/calendar/day.ts'
import { answerFile } from '#app/answer-file.ts'
import { answerMember } from '#app/api/merchant/answer-member.ts'
import { now } from '#lib/clock.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { exportReconciliation } from '#lib/services/reconciliation/read.ts'

/** Incoming payments and their matches as a file, streamed (C47). */
export const GET = answerMember('reconciliation.export', ({ who, query }) => {
  const dialect = (['csv', 'csv-fr'] as const).find(one => one === query.get('format'))
  if (!dialect) throw new Refused('invalid_input', { field: 'format' })
  const pieces = exportReconciliation(who, dialect)
  const day = isoDay(now())
  return answerFile({ name: `guichet-reconciliation-${day}.csv`, type: 'text/csv; charset=utf-8', body: pieces })
})
