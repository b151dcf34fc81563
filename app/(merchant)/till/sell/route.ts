import { answerMember } from '#app/api/merchant/answer-member.ts'
import { whyOrWhere } from '#app/forms.ts'
import { readAs } from '#app/read-request.ts'
import { sell } from '#lib/services/payments/till.ts'
import { SaleInput } from '#lib/views/till.ts'

/** The form of the till without a script. Fields organisation, locale, amount, note, item. */
export const POST = answerMember(
  'till.sell',
  '/till',
  async ({ who, field }) => {
    const names = ['amount', 'note', 'item', 'locale'] as const
    const typed = Object.fromEntries(names.map(name => [name, field(name)]))
    return `/till/${(await sell(who, readAs(SaleInput, typed, 'body'))).id}`
  },
  whyOrWhere,
)
