import { getLocale } from 'next-intl/server'
import { readForm, seeOther, waitOf } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { rememberPayBank } from '#app/pay/remember-bank.ts'
import { presenceOf } from '#app/presence.ts'
import { toRefused } from '#app/problem.ts'
import { pathOf } from '#app/read-request.ts'
import type { Refused } from '#lib/domain/refusals/refused.ts'
import { startPublicAttempt } from '#lib/services/payments/public-order.ts'
import { currentSession } from '#lib/session.ts'

type Params = { params: Promise<unknown> }

/** The form of the payment page: redirects to the bank. */
export const POST = guarded('payment.pay', async (request: Request, { params }: Params): Promise<Response> => {
  const path = `/pay/${encodeURIComponent((await pathOf(params, 'publicId')).publicId)}`
  const form = await readForm(request)
  if (!form) return seeOther(path)
  const bankCode = form.field('bank')
  try {
    const { redirectTo } = await startPublicAttempt((await pathOf(params, 'publicId')).publicId, {
      bankCode,
      debtorIban: form.field('debtorIban'),
      isOtherAccount: form.field('otherAccount') === 'yes',
      identifier: form.field('identifier'),
      showsIban: form.field('showsIban') === 'yes',
      receiptEmail: form.field('receiptEmail'),
      locale: await getLocale(),
      presence: presenceOf(request),
      payerUserId: (await currentSession())?.userId ?? null,
    })
    await rememberPayBank(bankCode)
    return seeOther(redirectTo)
  } catch (error) {
    return sayWhy(path, bankCode, toRefused(error, request))
  }
})

/** The page that explains the refusal: the payment's state, the alternative for a bank that is down, or the form again. */
function sayWhy(path: string, bankCode: string, refused: Refused): Response {
  const { code, field } = refused
  if (code === 'not_found') return seeOther('/pay/unknown')
  if (code === 'payment_under_way' || code === 'payment_over') return seeOther(`${path}/result`)
  const bank = /^[A-Za-z0-9]{1,20}$/.test(bankCode) ? bankCode : null
  const isDown = code === 'bank_unavailable' || code === 'bank_paused' || code === 'bank_crowded'
  if (isDown) return seeOther(`${path}/transfer`, { bank })
  return seeOther(path, { error: code, field: field ?? null, bank, wait: waitOf(refused) })
}
