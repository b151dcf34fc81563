import { answer } from '#app/problem.ts'
import { categoryNames } from '#components/transactions/category-names.ts'
import { exportFormats } from '#lib/domain/accounts/export-format.ts'
import { readFilter } from '#lib/domain/accounts/transaction-filter.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { exportTransactions } from '#lib/services/transactions/exports.ts'
import { streamOf } from './stream-of.ts'

export const GET = answer(async ({ session, query }) => {
  const { filter, wrong } = readFilter(query)
  const format = exportFormats.find(name => name === (query.get('format') ?? 'csv'))
  if (wrong !== null || format === undefined) throw new Refused('invalid_input', { field: wrong ?? 'format' })
  const { locale } = session
  const file = await exportTransactions(session.userId, {
    filter,
    format,
    locale,
    categoryNames: categoryNames(locale),
  })
  const headers = {
    'content-type': file.contentType,
    'content-disposition': `attachment; filename="${file.fileName}"`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  }
  return new Response(streamOf(file.parts), { headers })
})
