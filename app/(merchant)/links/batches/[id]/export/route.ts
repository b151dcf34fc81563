import { answerFile } from '#app/answer-file.ts'
import { answerMember } from '#app/api/merchant/answer-member.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { exportLinkBatch } from '#lib/services/payments/link-batch.ts'

const formats = ['csv', 'csv-fr'] as const

/** The links of a batch with their addresses. */
export const GET = answerMember('link.read', async ({ who, id, query }) => {
  const format = formats.find(one => one === (query.get('format') ?? 'csv'))
  if (format === undefined) throw new Refused('invalid_input', { field: 'format' })
  const body = await exportLinkBatch(who, id, format)
  return answerFile({ name: `guichet-links-${id.slice(0, 8)}.csv`, type: 'text/csv; charset=utf-8', body })
})
