import { getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { DateText, Money } from '#components/format/value.tsx'
import { FollowPayment } from '#components/merchant/follow-payment.tsx'
import { NoteLine } from '#components/reconciliation/note-line.tsx'
import { LastTry, RefundStatus } from '#components/refunds/list.tsx'
import { PostButton } from '#components/ui/button.tsx'
import { Card, DescriptionList } from '#components/ui/card.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { may } from '#lib/domain/merchant/membership.ts'
import { readMerchantPayment } from '#lib/services/payments/list.ts'
import { readRefund } from '#lib/services/reconciliation/refunds.ts'

export const generateMetadata = titleOf('reconciliation.refunds.title')

export default memberPage('refund.read', async ({ id, organisation, actor, as, one }) => {
  const [t, refund, payment] = await Promise.all([
    getTranslations('reconciliation.refunds'),
    readRefund(actor, id),
    readMerchantPayment(as('payment.read'), id),
  ])
  const mayAct = may(organisation.role, 'refunds.write')
  const title = t('of', { reference: refund.paymentReference })
  const moment = (value: string | null) => (value === null ? null : <DateText value={value} style="moment" />)
  const items = [
    { term: t('amount'), value: <Money value={refund.amount} /> },
    { term: t('to'), value: `${refund.creditorName} · ${refund.creditorIban}` },
    { term: t('reason'), value: refund.reason },
    { term: t('created'), value: moment(refund.createdAt) },
    { term: t('expires'), value: refund.status === 'open' ? moment(refund.expiresAt) : null },
    { term: t('finished'), value: moment(refund.finishedAt) },
  ]
  const sends = { organisation: organisation.id }
  return (
    <>
      <PageHeader
        steps={[{ href: '/refunds', label: t('title') }]}
        title={title}
        lead={
          <span role="status">
            <span className="mr-3">
              <RefundStatus status={refund.status} lastTry={refund.lastTry?.how ?? null} />
            </span>
            {t(`texts.${refund.status === 'open' && !mayAct ? 'openReader' : refund.status}`)}
          </span>
        }
      />
      <FollowPayment payment={payment} organisation={organisation.id} />
      {refund.lastTry ? <LastTry {...refund.lastTry} mayAct={mayAct} /> : null}
      <NoteLine done={null} field={one('field')} error={one('error')} />
      <Card>
        <DescriptionList items={items} />
        <p className="mt-4 flex flex-wrap gap-x-5 gap-y-2">
          <Link href={`/payments/${refund.paymentId}`} className="link">
            {t('seePayment')}
          </Link>
          <Link href={`/payments/${refund.id}`} className="link">
            {t('details')}
          </Link>
        </p>
        {refund.status === 'open' && mayAct ? (
          <div className="mt-6 flex flex-wrap gap-3">
            <PostButton action={`/refunds/${refund.id}/start`} sends={sends}>
              {t(refund.lastTry === null ? 'start' : 'again')}
            </PostButton>
            <Disclosure title={t('withdraw')} danger className="basis-full">
              <p className="mb-3 text-sm text-soft">{t('withdrawText')}</p>
              <PostButton action={`/refunds/${refund.id}/withdraw`} sends={sends} variant="destroy">
                {t('withdrawYes')}
              </PostButton>
            </Disclosure>
          </div>
        ) : null}
      </Card>
    </>
  )
})
