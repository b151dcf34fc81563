import { answerForm } from '#app/answer-form.ts'
import { valueHolding } from '#lib/services/accounts/holdings.ts'

/** The value of a holding on a day. Fields amount, day, and holding for the page to name it. */
export const POST = answerForm(
  'account.arrange',
  '/accounts',
  async ({ who, part, field }) => {
    await valueHolding(who.userId, part('id'), { amount: field('amount'), day: field('day') })
    return `/accounts#holding-${part('id')}`
  },
  ({ code, field: refused }, { field }) => ({ error: code, field: refused ?? null, holding: field('holding') }),
)
