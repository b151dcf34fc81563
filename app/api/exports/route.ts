import { answer } from '#app/answer.ts'
import type { Locale } from '#components/format/locale.ts'
import { messages } from '#components/i18n/messages.ts'
import { exportFormats } from '#lib/domain/accounts/export-format.ts'
import { readFilter } from '#lib/domain/accounts/read-filter.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { exportTransactions } from '#lib/services/transactions/exports.ts'

export const GET = answer(async ({ who, query }) => {
  const { filter, wrong } = readFilter(query, who.locale)
  const format = exportFormats.find(name => name === (query.get('format') ?? 'csv'))
  if (wrong !== null || format === undefined) throw new Refused('invalid_input', { field: wrong ?? 'format' })
  const { locale } = who
  const file = await exportTransactions(who.userId, {
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

/** Text parts as a response body: the next is made when the browser is ready for it. */
function streamOf(parts: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const iterator = parts[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}

/** Names of the built-in categories, for files. */
function categoryNames(locale: Locale): ReadonlyMap<string, string> {
  return new Map(Object.entries(messages[locale].transactions.categories))
}
