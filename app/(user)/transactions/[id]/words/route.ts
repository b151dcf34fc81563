import { answer, withTyped } from '#app/answer.ts'
import { whyAndWhere } from '#app/forms.ts'
import { saveWords } from '#lib/services/transactions/one.ts'

/** Fields `note`, `tags`, `seen` and, checked, `leftOut`. A refusal gives them back. */
export const POST = answer(
  'filing.change',
  '/transactions/[id]',
  async ({ who, part, field }) => {
    const words = { note: field('note'), tags: field('tags'), leftOut: field('leftOut') !== '', seen: field('seen') }
    await saveWords(who, part('id'), words)
    return { notice: 'saved' }
  },
  withTyped(['tags', 'note', 'leftOut'], whyAndWhere),
)
