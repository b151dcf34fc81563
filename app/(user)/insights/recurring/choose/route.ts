import { answer } from '#app/answer.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { chooseRecurring } from '#lib/services/accounts/recurring-choices.ts'
import { ownPath } from '#lib/session.ts'
import { RecurringChoiceInput } from '#lib/views/insight.ts'

/** Fields of `RecurringChoiceInput`; redirects to `back`. */
export const POST = answer('filing.change', '/insights/recurring', async ({ who, field }) => {
  const input = RecurringChoiceInput.safeParse({
    counterparty: field('counterparty'),
    direction: field('direction'),
    choice: field('choice'),
  })
  if (!input.success) throw new Refused('invalid_input', { field: 'choice' })
  await chooseRecurring(who, input.data)
  return ownPath(field('back')) ?? '/insights/recurring'
})
