import { getLocale } from 'next-intl/server'
import { answerAnyone, type Posted } from '#app/answer.ts'
import { seeOther, waitOf } from '#app/forms.ts'
import { rememberPayBank } from '#app/pay/remember-bank.ts'
import type { Refused } from '#lib/domain/refusals/refused.ts'
import { startPublicAttempt } from '#lib/services/payments/public-order.ts'

/** The form of the payment page: redirects to the bank. */
export const POST = answerAnyone(
  'payment.pay',
  '/pay/[publicId]',
  async ({ who, part, field, presence }) => {
    const bankCode = field('bank')
    const { redirectTo } = await startPublicAttempt(part('publicId'), {
      bankCode,
      debtorIban: field('debtorIban'),
      isOtherAccount: field('otherAccount') === 'yes',
      identifier: field('identifier'),
      showsIban: field('showsIban') === 'yes',
      receiptEmail: field('receiptEmail'),
      locale: await getLocale(),
      presence: presence(),
      payerUserId: who?.userId ?? null,
    })
    await rememberPayBank(bankCode)
    return redirectTo
  },
  explain,
)

/** The page that explains the refusal: the payment's state, the alternative for a bank that is down, or the form again. */
function explain(refused: Refused, { page, field }: Posted<unknown>) {
  const { code } = refused
  if (code === 'not_found') return '/pay/unknown'
  if (code === 'payment_under_way' || code === 'payment_over') return `${page}/result`
  const bankCode = field('bank')
  const bank = /^[A-Za-z0-9]{1,20}$/.test(bankCode) ? bankCode : null
  const isDown = code === 'bank_unavailable' || code === 'bank_paused' || code === 'bank_crowded'
  if (isDown) return seeOther(`${page}/transfer`, { bank })
  return { error: code, field: refused.field ?? null, bank, wait: waitOf(refused) }
}
