import { answer } from '#app/answer.ts'
import { answerFile } from '#app/answer-file.ts'
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
  const file = await exportTransactions(who, {
    filter,
    format,
    locale,
    categoryNames: categoryNames(locale),
  })
  return answerFile({
    name: file.fileName,
    type: file.contentType,
    body: file.parts,
    headers: { 'x-content-type-options': 'nosniff' },
  })
})

/** Names of the built-in categories, for files. */
function categoryNames(locale: Locale): ReadonlyMap<string, string> {
  return new Map(Object.entries(messages[locale].transactions.categories))
}
