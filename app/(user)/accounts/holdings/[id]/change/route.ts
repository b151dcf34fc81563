import { answer, withTyped } from '#app/answer.ts'
import { whyAndWhere } from '#app/forms.ts'
import { changeHolding } from '#lib/services/accounts/holdings.ts'

/** A holding's name and kind, and its value on a day. Fields name, kind, amount, day, and holding for the page to name it. */
export const POST = answer(
  'account.arrange',
  '/accounts',
  async ({ who, part, field }) => {
    const id = part('id')
    const typed = { name: field('name'), kind: field('kind') }
    await changeHolding(who, id, typed, { amount: field('amount'), day: field('day') })
    return `/accounts?saved=${id}#holding-${id}`
  },
  withTyped(['holding', 'name', 'kind', 'amount', 'day'], whyAndWhere),
)
