import { useLocale, useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { RefusalNote } from '#components/failures/told.tsx'
import { Iban } from '#components/format/iban.tsx'
import { formatDate, formatMoney } from '#components/format/text.ts'
import { DateText, Money } from '#components/format/value.tsx'
import { AttemptCard } from '#components/merchant/attempt-card.tsx'
import { FollowPayment } from '#components/merchant/follow-payment.tsx'
import { EventText, PaymentStatus, ReasonText } from '#components/merchant/payment-status.tsx'
import { LineItems } from '#components/pay/line-items.tsx'
import { RefundList, RefundStatus } from '#components/refunds/list.tsx'
import { PostButton } from '#components/ui/button.tsx'
import { Card, CardHeader, DescriptionList, Section } from '#components/ui/card.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { ButtonLink, Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { may } from '#lib/domain/merchant/membership.ts'
import { receiptTruth } from '#lib/domain/payments/order/receipt.ts'
import { orderStatuses } from '#lib/domain/payments/order/status.ts'
import { refusals } from '#lib/domain/refusals/failure.ts'
import { readMerchantPayment } from '#lib/services/payments/list.ts'
import { readRefundOffer } from '#lib/services/reconciliation/refunds.ts'
import type { OrderView, PaymentEventView } from '#lib/views/payment.ts'
import type { RefundOfferView } from '#lib/views/reconciliation.ts'

export const generateMetadata = titleOf('merchant.payments.title')

export default memberPage('payment.read', async ({ id, query: { error }, organisation, actor, as }) => {
  const [payment, t, words, refunds] = await Promise.all([
    readMerchantPayment(actor, id),
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
        steps={
          isRefund
            ? [
                { href: '/refunds', label: refunds('title') },
                { href: `/refunds/${id}`, label: title },
              ]
            : [{ href: '/payments', label: words('payments.title') }]
        }
        current={isRefund ? refunds('details') : payment.reference}
        title={title}
        lead={
          <>
            <span className="mr-3">
              {isRefund ? (
                <RefundStatus status={payment.status} lastTry={payment.lastTry} />
              ) : (
                <PaymentStatus status={payment.status} paidBy={payment.paidBy} />
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
      <div className="mt-4 stack items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="stack gap-6">
          <PaymentSummary payment={payment} />
          {offer ? (
            <RefundCard
              offer={offer}
              received={payment.received}
              receivedAt={payment.receivedAt}
              mayRefund={mayRefund}
            />
          ) : null}
          <Section
            titleId="attempts"
            title={t('attempts')}
            level={2}
            look="text-lg font-semibold"
            className="stack gap-4"
          >
            {payment.attempts.length === 0 ? <p className="text-soft">{t('noAttempts')}</p> : null}
            {payment.attempts.map(attempt => (
              <AttemptCard key={attempt.id} attempt={attempt} kind={payment.kind} />
            ))}
          </Section>
          {mayWrite && payment.status === 'open' && payment.paidBy === null ? (
            <Card title={t('withdrawTitle')} text={t('withdrawText')}>
              <Disclosure title={t('withdraw')} danger className="mt-2">
                <PostButton
                  action={`/payments/${id}/withdraw`}
                  sends={{ organisation: organisation.id }}
                  formClass="mt-2"
                  variant="destroy"
                >
                  {t('withdrawYes')}
                </PostButton>
              </Disclosure>
            </Card>
          ) : null}
          {mayCancel ? (
            <Card title={t('cancelTitle')} text={t('cancelText')} bodyClass="mt-4">
              <ButtonLink href={`/payments/${id}/cancel`} variant="danger">
                {t('check')}
              </ButtonLink>
            </Card>
          ) : null}
        </div>
        <PaymentTimeline payment={payment} />
      </div>
    </>
  )
})

/** A payment's amount and details, its payer, and links to its pages. */
function PaymentSummary({ payment }: { payment: OrderView }) {
  const t = useTranslations('merchant.payment')
  const words = useTranslations('merchant')
  const refunds = useTranslations('reconciliation.refunds')
  const moment = (value: string | null) => (value === null ? null : <DateText value={value} style="moment" />)
  const isRefund = payment.kind === 'refund'
  const hasReceipt = receiptTruth(payment.status, payment.attempts) !== null
  const items = [
    { term: t('amount'), value: <Money value={payment.amount} /> },
    { term: t('kind'), value: words(`kinds.${payment.kind}`) },
    { term: t('description'), value: payment.description },
    {
      term: t('items'),
      value:
        payment.lineItems.length === 0 ? null : (
          <LineItems items={payment.lineItems} currency={payment.amount.currency} title={t('items')} />
        ),
    },
    { term: t('payee'), value: payment.creditorName },
    { term: t('account'), value: <Iban value={payment.creditorIban} masked /> },
    { term: t('created'), value: moment(payment.createdAt) },
    {
      term: isRefund ? refunds('expires') : t('expires'),
      value: payment.status === 'open' ? moment(payment.expiresAt) : null,
    },
    { term: t('finished'), value: moment(payment.finishedAt) },
    { term: t('link'), value: payment.linkId ? toPage(`/links/${payment.linkId}`, t('seeLink')) : null },
    {
      term: t('page'),
      value: payment.status === 'open' && !isRefund ? toPage(`/pay/${payment.publicId}`, t('open')) : null,
    },
    {
      term: t('receipt'),
      // The merchant pays a refund and receives the others.
      value: hasReceipt ? toPage(`/pay/${payment.publicId}/receipt${isRefund ? '' : '/payee'}`, t('seeReceipt')) : null,
    },
    { term: t('metadata'), value: payment.metadata === null ? null : <Metadata all={payment.metadata} /> },
    { term: t('id'), value: <code className="text-sm">{payment.id}</code> },
  ]
  return (
    <Card title={t('summary')}>
      <DescriptionList className="mt-4" items={items} />
    </Card>
  )
}

const toPage = (href: string, words: string) => (
  <Link href={href} className="link">
    {words}
  </Link>
)

function Metadata({ all }: { all: Readonly<Record<string, string>> }) {
  return (
    <ul>
      {Object.entries(all).map(([name, value]) => (
        <li key={name}>
          <code className="text-sm">{name}</code> = {value}
        </li>
      ))}
    </ul>
  )
}

/** Every event of a payment, oldest first: what, when, by whom and at which bank, and the bank's code if any. */
function PaymentTimeline({ payment }: { payment: OrderView }) {
  const t = useTranslations('merchant')
  const actorsOf = ({ by, attemptId }: PaymentEventView) => {
    const bank = payment.attempts.find(({ id }) => id === attemptId)?.bankName
    const who = by === 'payer' && payment.kind === 'refund' ? 'owner' : by
    return [who === 'bank' && bank ? null : t(`actors.${who}`), bank].filter(Boolean).join(' · ')
  }
  return (
    <Card title={t('payment.timeline')} text={t('payment.timelineText')}>
      <ol className="mt-5 border-l border-line pl-5">
        {payment.timeline.map(event => (
          <li key={event.seq} className="relative pb-4 last:pb-0">
            <span
              aria-hidden="true"
              className="absolute top-2 -left-[1.53rem] size-2 rounded-full bg-control ring-4 ring-surface"
            />
            <p className="font-medium">
              <EventText type={event.type} kind={payment.kind} />
            </p>
            <p className="text-sm text-soft">
              <DateText value={event.at} style="moment" /> · {actorsOf(event)}
            </p>
            <EventDetail event={event} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** The bank's status codes, unchanged, and its reasons in words. */
function EventDetail({ event }: { event: PaymentEventView }) {
  const t = useTranslations('merchant')
  const text = (name: string) => {
    const value = event.detail[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const ours = event.type === 'refund.changed' ? orderStatuses.find(one => one === event.detail.status) : undefined
  if (ours !== undefined) return <RefundStatus status={ours} lastTry={null} />
  const status = text('status') ?? text('bankStatus')
  const reason = text('reason') ?? text('bankReason') ?? text('code')
  if (status === null && reason === null) return null
  return (
    <p className="text-sm text-soft">
      {status === null ? null : t('bankCode', { code: status })}
      {status !== null && reason !== null ? ' · ' : null}
      {reason === null ? null : <ReasonText code={reason} />}
    </p>
  )
}

type RefundCardProps = {
  offer: RefundOfferView
  received: { readonly amount: string; readonly currency: string } | null
  receivedAt: string | null
  mayRefund: boolean
}

/** On a payment's page: the amount received, its refunds, and the form for a new one. */
function RefundCard({ offer, received, receivedAt, mayRefund }: RefundCardProps) {
  const t = useTranslations('reconciliation.refunds')
  const locale = useLocale()
  const isLeft = Number(offer.refundable.amount) > 0
  if (received === null && !isLeft && offer.refunds.length === 0) return null
  return (
    <>
      {received !== null && receivedAt !== null ? (
        <Card
          title={t('received')}
          text={t('receivedText', {
            amount: formatMoney(received, locale),
            day: formatDate(receivedAt, locale, 'long'),
          })}
        />
      ) : null}
      {isLeft || offer.refunds.length > 0 ? (
        <Card flush>
          <div className="px-5 pt-5 pb-4 sm:px-6">
            <CardHeader
              title={t('title')}
              description={
                isLeft
                  ? t(mayRefund ? 'refundText' : 'refundReader', { amount: formatMoney(offer.refundable, locale) })
                  : t('nothingLeft')
              }
              action={
                mayRefund && isLeft ? (
                  <ButtonLink href={`/refunds/new/${offer.paymentId}`} variant="secondary">
                    {t('refund')}
                  </ButtonLink>
                ) : null
              }
            />
          </div>
          {offer.refunds.length > 0 ? <RefundList refunds={offer.refunds} label={t('earlier')} /> : null}
        </Card>
      ) : null}
    </>
  )
}
