import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { Money } from '#components/format/value.tsx'
import { NoteLine } from '#components/reconciliation/note-line.tsx'
import { RefundForm } from '#components/refunds/form.tsx'
import { RefundList } from '#components/refunds/list.tsx'
import { Card, DescriptionList } from '#components/ui/card.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'
import { readRefundOffer } from '#lib/services/reconciliation/refunds.ts'

export const generateMetadata = titleOf('reconciliation.refunds.title')

export default memberPage('refund.offer', ['reconciliation'], async ({ part, session, organisation, actor, one }) => {
  const paymentId = part('paymentId')
  const offer = await readRefundOffer(actor, paymentId)
  // The password is asked for first, so that no input is lost.
  if (!isFreshlyAuthenticated(session)) redirect(`/settings/confirm?next=/refunds/new/${offer.paymentId}`)
  const t = await getTranslations('reconciliation.refunds')
  const title = t('newTitle', { reference: offer.reference })
  const isLeft = Number(offer.refundable.amount) > 0
  return (
    <>
      <PageHeader steps={[{ href: '/refunds', label: t('title') }]} title={title} lead={t('newLead')} />
      <NoteLine done={null} field={one('field')} error={one('error')} />
      <div className="stack gap-6">
        <Card>
          <DescriptionList
            className="mb-6"
            items={[
              { term: t('paid'), value: <Money value={offer.amount} /> },
              { term: t('left'), value: <Money value={offer.refundable} /> },
            ]}
          />
          {isLeft ? (
            <RefundForm offer={offer} organisation={organisation.id} wrong={one('field')} />
          ) : (
            <p className="text-soft">{t('nothingLeft')}</p>
          )}
        </Card>
        {offer.refunds.length > 0 ? (
          <Card flush title={t('earlier')}>
            <RefundList refunds={offer.refunds} label={t('earlier')} />
          </Card>
        ) : null}
      </div>
    </>
  )
})
