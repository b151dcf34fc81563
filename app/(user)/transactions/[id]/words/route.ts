import { answerForm } from '#app/answer-form.ts'
import { saveWords } from '#lib/services/transactions/one.ts'

/** Fields `note`, `tags` and, checked, `leftOut`. A refusal gives the tags back. */
export const POST = answerForm(
  'filing.change',
  '/transactions/[id]',
  async ({ who, part, field }) => {
    const words = { note: field('note'), tags: field('tags'), leftOut: field('leftOut') !== '' }
    await saveWords(who.userId, part('id'), words)
    return { notice: 'saved' }
  },
  ({ code, field: wrong }, { field }) => ({ error: code, field: wrong ?? null, tags: field('tags') }),
)
