import { answerForm } from '#app/answer-form.ts'
import { valueHolding } from '#lib/services/accounts/holdings.ts'

/** The value of a holding on a day. Fields amount, day. */
export const POST = answerForm(
  'account.arrange',
  '/accounts',
  async ({ who, part, field }) => {
    await valueHolding(who.userId, part('id'), { amount: field('amount'), day: field('day') })
    return `/accounts#holding-${part('id')}`
  },
  ({ code, field }, { part }) => ({ error: code, field: field ?? null, holding: part('id') }),
)
