import { answer } from '#app/answer.ts'
import { messages } from '#components/i18n/messages.ts'
import { importFile } from '#lib/services/accounts/imports.ts'
import { readImport } from './upload.ts'

export const POST = answer('filing.change', async ({ who, request }) => {
  const { accountId, file, mapping, overruled } = await readImport(request)
  return importFile(who, accountId, file, mapping, { overruled, categories })
})

/** By their names in both languages. */
const categories = new Map(
  Object.values(messages).flatMap(({ transactions }) =>
    Object.entries(transactions.categories).map(([id, name]) => [name, id] as const),
  ),
)
