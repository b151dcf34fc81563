import { getLocale } from 'next-intl/server'
import { answerAnyone } from '#app/answer.ts'
import { waitOf } from '#app/forms.ts'
import type { Refused } from '#lib/domain/refusals/refused.ts'
import { openTypedLink } from '#lib/services/payments/public-link.ts'

/** The form of a payment link: creates the order and redirects to its page. */
export const POST = answerAnyone(
  'payment.pay',
  '/l/[slug]',
  async ({ part, field, presence }) => {
    const typed = { amount: field('amount'), locale: await getLocale() }
    return `/pay/${(await openTypedLink(part('slug'), typed, presence())).publicId}`
  },
  refused => ({ error: errorOf(refused), wait: waitOf(refused) }),
)

/** Null for closed, expired or used: the page itself explains these. */
function errorOf({ code, field = '' }: Refused): string | null {
  if (code === 'payment_over' || code === 'not_found') return null
  if (code === 'payment_under_way') return 'underWay'
  return field.startsWith('amount.') ? field.slice('amount.'.length) : code
}
