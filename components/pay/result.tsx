import { useLocale, useTranslations } from 'next-intl'
import { formatDate, formatMoney } from '#components/format/text.ts'
import { Spinner } from '#components/ui/button.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { Card, DescriptionList } from '#components/ui/card.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import { paymentReasons } from '#lib/domain/payments/attempt/machine.ts'
import {
  isAway,
  isMoving,
  mayChooseBank,
  type PayStage,
  payWords,
  returnsAtOnce,
} from '#lib/domain/payments/order/stage.ts'
import type { PublicOrderView } from '#lib/views/public-order.ts'
import { GoOn } from './follow.tsx'

type Look = { readonly icon: IconName; readonly mark: string }
const good: Look = { icon: 'success', mark: 'bg-positive-tint text-positive' }
const bad: Look = { icon: 'warning', mark: 'bg-accent-tint text-accent-ink' }
const wait: Look = { icon: 'clock', mark: 'bg-info-tint text-info' }

const looks: Readonly<Partial<Record<PayStage, Look>>> = { accepted: good, paid: good, received: good }
const lookOf = (stage: PayStage): Look => looks[stage] ?? (stage === 'open' || isAway(stage) ? wait : bad)

/** Stages whose reason is the bank's, in words. */
const reasoned: readonly PayStage[] = ['declined', 'refused', 'lapsed', 'cancelled', 'partly_paid']

/** What became of a payment, in sentences. */
function useSentences(order: PublicOrderView, words: ReturnType<typeof payWords>): string {
  const t = useTranslations('pay.result')
  const locale = useLocale()
  const { stage, payee } = order
  const values = {
    ...nameBank(order.bank?.name ?? ''),
    payee,
    amount: formatMoney(order.amount, locale),
    received: order.received === null ? '' : formatMoney(order.received, locale),
    until: order.askedUntil === null ? '' : formatDate(order.askedUntil, locale, 'long'),
  }
  const day = order.executionDate === null ? null : formatDate(order.executionDate, locale, 'long')
  const result =
    words === 'accepted' && day !== null
      ? t('stages.accepted.later', { ...values, day })
      : t(`stages.${words}.text`, values)
  const asked =
    stage === 'unanswered' || order.isUnreadable ? t(order.isUnreadable ? 'unreadable' : 'asked', values) : ''
  const unread = order.isUnread && !order.isUnreadable ? t('unread', values) : ''
  const more = order.isOverpaid ? t('more', values) : ''
  return words === 'replaced' ? result : `${result} ${more} ${asked} ${unread}`
}

/** The state of a payment, and what to do next. */
export function PayResult({ order, contact }: { order: PublicOrderView; contact: string }) {
  const t = useTranslations('pay.result')
  const { stage } = order
  const words = payWords(stage, order.isReplaced)
  const { icon, mark } = words === 'replaced' ? bad : lookOf(stage)
  const sentences = useSentences(order, words)
  return (
    <Card as="div" className="mx-auto max-w-2xl sm:p-8">
      <div className="flex items-start gap-4">
        <span className={`grid size-12 shrink-0 place-items-center rounded-full ${mark}`}>
          {words !== 'replaced' && isAway(stage) ? (
            <Spinner className="size-6" />
          ) : (
            <Icon name={icon} className="size-6" />
          )}
        </span>
        <div role="status" className="min-w-0">
          <h1 className="text-2xl font-semibold">{t(`stages.${words}.title`)}</h1>
          <p className="mt-2">{sentences}</p>
        </div>
      </div>
      <Why order={order} />
      <div className="mt-6 grid justify-items-start gap-4">
        <NextSteps order={order} />
        {isMoving(stage) && !order.isUnreadable ? <Waiting href={`/pay/${order.publicId}/result`} /> : null}
        <p className="text-sm text-soft">{t('complain', { contact })}</p>
      </div>
    </Card>
  )
}

function Why({ order }: { order: PublicOrderView }) {
  const t = useTranslations('pay')
  const locale = useLocale()
  const { stage, reason, bankStatus } = order
  const wantsReason = reason !== null && !order.isReplaced && reasoned.includes(stage)
  const known = paymentReasons.find(one => one === reason)
  const isCode = reason !== null && /^[A-Z0-9]{4}$/.test(reason)
  const items = [
    { term: t('choose.payee'), value: order.payee },
    { term: t('choose.holder'), value: order.holder },
    { term: t('choose.amount'), value: <Amount order={order} /> },
    { term: t('choose.reference'), value: order.reference },
    { term: t('choose.date'), value: order.executionDate && formatDate(order.executionDate, locale, 'long') },
    {
      term: t('choose.arrives'),
      value: returnsAtOnce(stage)
        ? t(`choose.arrivals.${order.instant === 'never' ? 'never' : 'required'}`, {
            day: formatDate(order.arrivesOn, locale, 'day'),
          })
        : null,
    },
    // What happened says already that the payer declined.
    ...(wantsReason && stage !== 'declined' && (known || isCode)
      ? [{ term: t('result.why'), value: known ? t(`reasons.${known}`) : t('reasons.other') }]
      : []),
  ]
  const codes = [
    ...(wantsReason && isCode ? [{ term: t('result.code'), value: <code>{reason}</code> }] : []),
    ...(bankStatus ? [{ term: t('result.bankStatus'), value: <code>{bankStatus}</code> }] : []),
  ]
  return (
    <>
      <DescriptionList items={items} className="mt-6 border-t border-line pt-4" />
      {codes.length > 0 ? (
        <Disclosure title={t('result.details')} small>
          <DescriptionList items={codes} />
        </Disclosure>
      ) : null}
    </>
  )
}

function Amount({ order }: { order: PublicOrderView }) {
  const locale = useLocale()
  return <span className="font-semibold">{formatMoney(order.amount, locale)}</span>
}

function NextSteps({ order }: { order: PublicOrderView }) {
  const t = useTranslations('pay.result')
  const { publicId, payee, stage, goOnTo, giveUpTo, hasReceipt, isReplaced } = order
  return (
    <>
      {goOnTo === null ? null : (
        <GoOn
          publicId={publicId}
          href={goOnTo}
          className={buttonClass({ size: 'large' })}
          atOnce={returnsAtOnce(stage)}
        >
          {t('goOn', { payee })}
        </GoOn>
      )}
      {payWords(stage, isReplaced) === 'replaced' ? (
        <a href={`/pay/${publicId}/result`} className={buttonClass({ size: 'large' })}>
          {t('stand')}
        </a>
      ) : mayChooseBank(stage) ? (
        <a
          href={`/pay/${publicId}`}
          className={buttonClass({ size: 'large', variant: isAway(stage) ? 'secondary' : 'primary' })}
        >
          {stage === 'open' || stage === 'part_received' ? t('choose') : t('retry')}
        </a>
      ) : null}
      {hasReceipt ? (
        <a href={`/pay/${publicId}/receipt`} className="link inline-flex min-h-11 items-center">
          {t('receipt')}
        </a>
      ) : null}
      {giveUpTo ? (
        <a href={giveUpTo} className="link inline-flex min-h-11 items-center">
          {t('goOn', { payee })}
        </a>
      ) : null}
      {goOnTo === null && (returnsAtOnce(stage) || stage === 'received') ? (
        <p className="text-soft">{t('closeTab')}</p>
      ) : null}
    </>
  )
}

/** Without JavaScript the browser reloads the page; otherwise a script polls. */
function Waiting({ href }: { href: string }) {
  const t = useTranslations('pay.result')
  return (
    <>
      <p className="text-sm text-soft">{t('following')}</p>
      <noscript>
        <meta httpEquiv="refresh" content="5" />
        <a href={href} className="link inline-flex min-h-11 items-center">
          {t('refresh')}
        </a>
      </noscript>
    </>
  )
}
