import { markOf } from '#app/(user)/transactions/many/mark-of.ts'
import { answer } from '#app/answer.ts'
import { changeMany } from '#lib/services/transactions/one.ts'
import { rememberTyped } from '#lib/session.ts'

/** Boxes `id`; what is to change in `category`, `tags` and `leftOut` (yes, no); the list's `filter`. */
export const POST = answer(
  'filing.change',
  '/transactions/many',
  async ({ who, field, fields, page }) => {
    const leftOut = field('leftOut') === '' ? null : field('leftOut') === 'yes'
    const change = { category: field('category'), tags: field('tags'), leftOut }
    const count = await changeMany(who, fields('id'), change)
    return `${page}?${withFilter(field('filter'), { changed: String(count) })}`
  },
  async ({ code, field: wrong }, { field, fields, page }) => {
    const [category, tags, leftOut] = [field('category'), field('tags'), field('leftOut')]
    await rememberTyped({ category, tags, leftOut, ids: fields('id').map(markOf).join(' ') })
    return `${page}?${withFilter(field('filter'), { error: code, field: wrong ?? '' })}`
  },
)

function withFilter(filter: string, news: Readonly<Record<string, string>>): string {
  return new URLSearchParams([...new URLSearchParams(filter), ...Object.entries(news)]).toString()
}
