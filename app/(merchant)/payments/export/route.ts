import { isoDay } from '@guichet/values/calendar/day.ts'
import { answerFile } from '#app/answer-file.ts'
import { answerMember } from '#app/api/merchant/answer-member.ts'
import { now } from '#lib/clock.ts'
import { readPaymentFilter } from '#lib/domain/payments/order/filter.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { exportPayments, paymentFormats } from '#lib/services/payments/export.ts'

const types = { csv: 'text/csv; charset=utf-8', 'csv-fr': 'text/csv; charset=utf-8', json: 'application/json' } as const

/** The payments of a filter as a file, streamed. */
export const GET = answerMember('payment.export', ({ who, query }) => {
  const format = paymentFormats.find(one => one === query.get('format'))
  if (!format) throw new Refused('invalid_input', { field: 'format' })
  const { filter } = readPaymentFilter(query)
  const pieces = exportPayments(who, { format, filter })
  const day = isoDay(now())
  const extension = format === 'json' ? 'json' : 'csv'
  return answerFile({ name: `guichet-payments-${day}.${extension}`, type: types[format], body: pieces })
})
