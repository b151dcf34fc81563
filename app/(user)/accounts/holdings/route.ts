import { answer, withTyped } from '#app/answer.ts'
import { whyAndWhere } from '#app/forms.ts'
import { addHolding } from '#lib/services/accounts/holdings.ts'

/** Adds what a person has or owes elsewhere. Fields name, kind, currency, amount, day. */
export const POST = answer(
  'account.arrange',
  '/accounts',
  async ({ who, field }) => {
    const typed = { name: field('name'), kind: field('kind'), currency: field('currency') }
    await addHolding(who, typed, { amount: field('amount'), day: field('day') })
    return '/accounts#holdings'
  },
  withTyped(['name', 'kind', 'currency', 'amount', 'day'], whyAndWhere),
)
