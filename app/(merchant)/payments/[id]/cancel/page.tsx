import { getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { RefusalNote } from '#components/failures/told.tsx'
import { CancellationPanel } from '#components/merchant/cancellation-panel.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { readMerchantPayment } from '#lib/services/payments/list.ts'
import { checkPaymentCancellation } from '#lib/services/payments/merchant-cancellations.ts'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'

export const generateMetadata = titleOf('merchant.payment.cancelTitle')

export default memberPage('payment.cancel_check', async ({ id, session, organisation, actor, as }) => {
  const payment = await readMerchantPayment(as('payment.read'), id)
  const [t, words, check] = await Promise.all([
    getTranslations('merchant.cancel'),
    getTranslations('merchant'),
    checkPaymentCancellation(actor, id, null).catch(error => {
      if (error instanceof Refused) return error
      throw error
    }),
  ])
  return (
    <div className="max-w-3xl">
      <PageHeader
        steps={[
          { href: '/payments', label: words('payments.title') },
          { href: `/payments/${id}`, label: payment.reference },
        ]}
        current={words('payment.cancelTitle')}
        title={t('title', { reference: payment.reference })}
      />
      {check instanceof Refused ? (
        <RefusalNote code={check.code} />
      ) : (
        <CancellationPanel
          paymentId={id}
          organisation={organisation.id}
          check={check}
          isFresh={isFreshlyAuthenticated(session)}
        />
      )}
      <ButtonLink href={`/payments/${id}`} variant="quiet" className="mt-4">
        {t('back')}
      </ButtonLink>
    </div>
  )
})
