import { answerFile } from '#app/answer-file.ts'
import { answerMember } from '#app/api/merchant/answer-member.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { exportSettlement, settlementFormats } from '#lib/services/payments/settlement.ts'

/** A month of payments and refunds as a file, streamed. */
export const GET = answerMember('settlement.export', async ({ who, query }) => {
  // Once it was called a statement.
  const asked = query.get('format') === 'camt053' ? 'camt054' : query.get('format')
  const format = settlementFormats.find(one => one === asked)
  if (!format) throw new Refused('invalid_input', { field: 'format' })
  const { name, contentType, pieces } = await exportSettlement(who, { format, month: query.get('month') ?? '' })
  return answerFile({ name: name, type: contentType, body: pieces })
})
