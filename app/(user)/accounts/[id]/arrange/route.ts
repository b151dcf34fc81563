import { answer } from '#app/answer.ts'
import { whyAndWhere } from '#app/forms.ts'
import { arrangeAccount } from '#lib/services/accounts/arrangement.ts'

/** How one account is shown. Fields name, group; hidden and left_out if ticked. */
export const POST = answer(
  'account.arrange',
  '/accounts',
  async ({ who, part, field }) => {
    const id = part('id')
    await arrangeAccount(who, id, {
      name: field('name'),
      group: field('group'),
      hidden: field('hidden') !== '',
      inTotals: field('left_out') === '',
    })
    return `/accounts?saved=${id}#account-${id}`
  },
  whyAndWhere,
)
