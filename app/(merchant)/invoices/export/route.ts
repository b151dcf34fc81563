import { isoDay } from '@guichet/values/calendar/day.ts'
import { answerFile } from '#app/answer-file.ts'
import { answerMember } from '#app/api/merchant/answer-member.ts'
import { now } from '#lib/clock.ts'
import { invoiceStates } from '#lib/domain/invoices/lifecycle.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { exportInvoices } from '#lib/services/invoices/read.ts'

/** The list as a file, streamed, with the filters of its page (C47). */
export const GET = answerMember('invoice.export', ({ who, query }) => {
  const dialect = (['csv', 'csv-fr'] as const).find(one => one === query.get('format'))
  if (!dialect) throw new Refused('invalid_input', { field: 'format' })
  const state = invoiceStates.find(one => one === query.get('state'))
  const body = exportInvoices(who, dialect, { state, search: query.get('search') ?? '' })
  return answerFile({ name: `guichet-invoices-${isoDay(now())}.csv`, type: 'text/csv; charset=utf-8', body })
})
