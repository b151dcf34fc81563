import { getTranslations } from 'next-intl/server'
import { requireMember } from '#app/(merchant)/require-member.ts'
import { orNotFound } from '#app/or-not-found.ts'
import { pathOf, queryOf } from '#app/read-request.ts'
import { titleOf } from '#app/title-of.ts'
import { RefusalNote } from '#components/failures/refusal-note.tsx'
import { AttemptCard } from '#components/merchant/attempt-card.tsx'
import { FollowPayment } from '#components/merchant/follow-payment.tsx'
import { PaymentStatus } from '#components/merchant/payment-status.tsx'
import { PaymentSummary } from '#components/merchant/payment-summary.tsx'
import { PaymentTimeline } from '#components/merchant/payment-timeline.tsx'
import { RefundCard } from '#components/refunds/card.tsx'
import { RefundStatus } from '#components/refunds/status-badge.tsx'
import { Breadcrumb } from '#components/ui/breadcrumb.tsx'
import { Button } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { may } from '#lib/domain/merchant/membership.ts'
import { refusals } from '#lib/domain/refusals/failure.ts'
import { readMerchantPayment } from '#lib/services/payments/list.ts'
import { readRefundOffer } from '#lib/services/reconciliation/refunds.ts'

type PaymentProps = {
  params: Promise<unknown>
  searchParams: Promise<unknown>
}

export const generateMetadata = titleOf('merchant.payments.title')

export default async function PaymentPage({ params, searchParams }: PaymentProps) {
  const [{ id }, { error }] = await Promise.all([pathOf(params, 'id'), queryOf(searchParams)])
  const { organisation, actor, as } = await requireMember('payment.read')
  const [payment, t, words, refunds] = await Promise.all([
    orNotFound(readMerchantPayment(actor, id)),
    getTranslations('merchant.payment'),
    getTranslations('merchant'),
    getTranslations('reconciliation.refunds'),
  ])
  const isRefund = payment.kind === 'refund'
  const offer = isRefund ? null : await readRefundOffer(as('refund.read'), id)
  const refusal = refusals.find(code => code === error)
  const mayWrite = may(organisation.role, 'payments.write') && !isRefund
  const mayRefund = may(organisation.role, 'refunds.write')
  const isAsked = payment.attempts.every(({ unreadableSince }) => unreadableSince === null)
  const mayCancel = mayWrite && isAsked && (payment.status === 'pending' || payment.status === 'confirmed')
  const hasArrived = payment.received !== null && ['open', 'cancelled', 'expired'].includes(payment.status)
  const { reference } = payment
  const title = isRefund ? refunds('of', { reference }) : t('title', { reference })
  return (
    <>
      <PageHeader
        breadcrumb={
          <Breadcrumb
            label={t('breadcrumb')}
            steps={
              isRefund
                ? [
                    { href: '/refunds', label: refunds('title') },
                    { href: `/refunds/${id}`, label: title },
                  ]
                : [{ href: '/payments', label: words('payments.title') }]
            }
            current={isRefund ? refunds('details') : payment.reference}
          />
        }
        title={title}
        lead={
          <>
            <span className="mr-3">
              {isRefund ? (
                <RefundStatus status={payment.status} lastTry={payment.lastTry} />
              ) : (
                <PaymentStatus status={payment.status} />
              )}
            </span>
            {isRefund
              ? refunds(`texts.${payment.status === 'open' && !mayRefund ? 'openReader' : payment.status}`)
              : words(hasArrived ? 'arrivedText' : `statusTexts.${payment.status}`)}
          </>
        }
      />
      <FollowPayment payment={payment} organisation={organisation.id} />
      {refusal ? <RefusalNote code={refusal} /> : null}
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <PaymentSummary payment={payment} />
          {offer ? (
            <RefundCard
              offer={offer}
              received={payment.received}
              receivedAt={payment.receivedAt}
              mayRefund={mayRefund}
            />
          ) : null}
          <section className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-labelledby="attempts">
            <h2 id="attempts" className="text-lg font-semibold">
              {t('attempts')}
            </h2>
            {payment.attempts.length === 0 ? <p className="text-soft">{t('noAttempts')}</p> : null}
            {payment.attempts.map(attempt => (
              <AttemptCard key={attempt.id} attempt={attempt} kind={payment.kind} />
            ))}
          </section>
          {mayWrite && payment.status === 'open' ? (
            <Card>
              <CardHeader title={t('withdrawTitle')} description={t('withdrawText')} />
              <Disclosure title={t('withdraw')} danger className="mt-2">
                <form method="post" action={`/payments/${id}/withdraw`} className="mt-2">
                  <input type="hidden" name="organisation" value={organisation.id} />
                  <Button type="submit" variant="destroy">
                    {t('withdrawYes')}
                  </Button>
                </form>
              </Disclosure>
            </Card>
          ) : null}
          {mayCancel ? (
            <Card>
              <CardHeader title={t('cancelTitle')} description={t('cancelText')} />
              <div className="mt-4">
                <ButtonLink href={`/payments/${id}/cancel`} variant="danger">
                  {t('check')}
                </ButtonLink>
              </div>
            </Card>
          ) : null}
        </div>
        <PaymentTimeline payment={payment} />
      </div>
    </>
  )
}
