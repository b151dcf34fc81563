import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { RefusalNote } from '#components/failures/told.tsx'
import { CancelForm } from '#components/transfers/cancel-form.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'
import { checkTransferCancellation } from '#lib/services/transfers/cancel.ts'
import { readTransfer } from '#lib/services/transfers/read.ts'

export const generateMetadata = titleOf('transfers.cancel.title')

export default userPage(async ({ session, part, query: { error } }) => {
  const orderId = part('orderId')
  const { order } = await readTransfer(session, orderId)
  const [attempt] = order.attempts
  if (!attempt) redirect(`/transfers/${order.id}`)
  if (!isFreshlyAuthenticated(session)) redirect(`/settings/confirm?next=/transfers/${order.id}/cancel`)
  const [checked, t] = await Promise.all([check(session.userId, order.id), getTranslations('transfers')])
  const steps = [
    { href: '/transfers', label: t('title') },
    { href: `/transfers/${order.id}`, label: order.creditorName },
  ]
  return (
    <>
      <PageHeader title={t('cancel.title')} lead={t('cancel.lead', nameBank(attempt.bankName))} steps={steps} />
      <RefusalNote code={checked.refusal ?? error} className="mb-6" />
      {checked.refusal === null || checked.refusal === 'payment_over' ? (
        <CancelForm orderId={order.id} attempt={attempt} offer={checked.offer} />
      ) : null}
    </>
  )
})

/** The bank's current conditions; if it does not answer, this page says so. */
async function check(userId: string, orderId: string) {
  try {
    return { offer: await checkTransferCancellation({ userId }, orderId, [], null), refusal: null }
  } catch (error) {
    if (error instanceof Refused && error.code !== 'not_found') return { offer: null, refusal: error.code }
    throw error
  }
}
