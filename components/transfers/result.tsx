import { useLocale, useTranslations } from 'next-intl'
import { Iban } from '#components/format/iban.tsx'
import { formatDate } from '#components/format/text.ts'
import { DateText, Money } from '#components/format/value.tsx'
import { MismatchNote } from '#components/merchant/mismatch-note.tsx'
import { ReasonText } from '#components/merchant/payment-status.tsx'
import { PostButton } from '#components/ui/button.tsx'
import { Alert, type AlertTone, Card, DescriptionList, Section } from '#components/ui/card.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import { maySendAgain } from '#lib/domain/payments/transfer/state.ts'
import type { AttemptView, PaymentEventView } from '#lib/views/payment.ts'
import type { TransferPage } from '#lib/views/transfer-page.ts'
import { toneOf, useRecurrence } from './status-badge.tsx'
import { ReadAfterExecution, TransferWatch } from './watch.tsx'

const alertTones = {
  neutral: 'info',
  brand: 'success',
  info: 'info',
  success: 'success',
  warning: 'warning',
  danger: 'danger',
} as const satisfies Record<ReturnType<typeof toneOf>, AlertTone>

/** One transfer: its state, possible actions, and history. */
export function TransferResult({ transfer, bankName }: { transfer: TransferPage; bankName: string }) {
  const { progress } = transfer
  const t = useTranslations('transfers')
  // The state's own text says that the bank cancelled it.
  const isSaid = progress.state === 'cancelled' && progress.cancellation === 'executed'
  return (
    <div className="grid grid-cols-1 gap-5">
      <Alert
        tone={alertTones[toneOf(progress.state)]}
        title={t(`states.${progress.state}.title`)}
        announce="polite"
        action={<Actions transfer={transfer} bankName={bankName} />}
      >
        {t(`states.${progress.state}.text`)} <Asked progress={progress} />
        {transfer.order.attempts.some(({ isUnread }) => isUnread) ? <p className="mt-1">{t('result.unread')}</p> : null}
        {progress.cancellation && !isSaid ? (
          <p className="mt-1">{t(`result.cancellation.${progress.cancellation}`)}</p>
        ) : null}
      </Alert>
      {transfer.order.attempts
        .filter(({ status }) => status === 'held')
        .map(attempt => (
          <MismatchNote key={attempt.id} attempt={attempt} />
        ))}
      <TransferWatch progress={progress} />
      <Card titleId="facts-title" title={t('result.factsTitle')} bodyClass="mt-4">
        <Facts transfer={transfer} />
        <Payments transfer={transfer} />
      </Card>
      <Booked transfer={transfer} />
      <Timeline events={transfer.order.timeline} />
    </div>
  )
}

/** Whether the bank is still asked about an unfinished transfer. */
function Asked({ progress: { state, unreadableSince } }: Pick<TransferPage, 'progress'>) {
  const t = useTranslations('transfers.result')
  const locale = useLocale()
  if (unreadableSince !== null) return t('unreadable', { since: formatDate(unreadableSince, locale, 'long') })
  return state === 'unanswered' || state === 'accepted' ? t('asked') : null
}

function Actions({ transfer: { order, progress }, bankName }: { transfer: TransferPage; bankName: string }) {
  const t = useTranslations('transfers.result')
  const base = `/transfers/${order.id}`
  const mayCancel = order.status === 'confirmed' && order.instant === 'never' && progress.unreadableSince === null
  const wasAgreed = ['pending', 'confirmed', 'executed', 'partly_executed'].includes(order.status)
  return (
    <>
      {maySendAgain(order.status, progress.state) ? (
        <>
          <PostButton action={`${base}/again`}>
            {t(progress.state === 'at_bank' || progress.state === 'not_sent' ? 'continue' : 'again', {
              ...nameBank(bankName),
            })}
          </PostButton>
          <PostButton action={`${base}/withdraw`} variant="secondary">
            {t('withdraw')}
          </PostButton>
        </>
      ) : null}
      {mayCancel ? (
        <ButtonLink href={`${base}/cancel`} variant="secondary">
          {t('cancel')}
        </ButtonLink>
      ) : null}
      {wasAgreed ? (
        <ButtonLink href={`${base}/receipt`} variant="secondary">
          {t('receipt')}
        </ButtonLink>
      ) : null}
    </>
  )
}

function Facts({ transfer: { order, line } }: { transfer: TransferPage }) {
  const t = useTranslations('transfers')
  const locale = useLocale()
  const sayRecurrence = useRecurrence()
  const [attempt] = order.attempts
  const [only, ...others] = attempt?.instructions ?? []
  const next = line.nextDay ? t('nextOn', { date: formatDate(line.nextDay, locale) }) : null
  return (
    <DescriptionList
      items={[
        {
          term: t('summary.amount'),
          value: <Money value={order.amount} display className="text-2xl font-semibold" />,
        },
        { term: t('summary.to'), value: <strong className="font-semibold">{order.creditorName}</strong> },
        { term: t('summary.iban'), value: <Iban value={order.creditorIban} /> },
        { term: t('summary.from'), value: attempt?.debtorIban ? <Iban value={attempt.debtorIban} masked /> : null },
        {
          term: t('summary.when'),
          value: (
            <>
              {formatDate(line.day, locale, 'full')}
              {line.recurrence ? <span className="block">{sayRecurrence(line.recurrence)}</span> : null}
              {next ? <span className="block text-sm text-soft">{next}</span> : null}
            </>
          ),
        },
        { term: t('summary.remittance'), value: (others.length === 0 && only?.remittance.join(' ')) || null },
        { term: t('result.bankReason'), value: attempt?.bankReason ? <ReasonText code={attempt.bankReason} /> : null },
      ]}
    />
  )
}

/** Each payment of a transfer, and the details for the bank's customer service. */
function Payments({ transfer: { order } }: { transfer: TransferPage }) {
  const t = useTranslations('transfers')
  const [attempt] = order.attempts
  if (!attempt) return null
  return (
    <>
      {attempt.instructions.length > 1 ? (
        <Section
          titleId="payments-title"
          title={t('result.paymentsTitle')}
          look="mb-3 font-semibold"
          className="mt-5 border-t border-line pt-5"
        >
          <ul className="divide-y divide-line">
            {attempt.instructions.map(one => (
              <li
                key={one.instructionId}
                className="flex flex-wrap items-baseline justify-between gap-x-4 py-3 first:pt-0 last:pb-0"
              >
                <span className="wrap-anywhere">{one.remittance.join(' ') || t('result.noRemittance')}</span>
                <Money value={one.amount} className="font-semibold" />
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      <BankDetails attempt={attempt} />
    </>
  )
}

/** The details for the bank's customer service: references, and its codes with their meaning. */
function BankDetails({ attempt }: { attempt: AttemptView }) {
  const t = useTranslations('transfers')
  const code = (status: string | null) => (
    <>
      <code translate="no">{status ?? '–'}</code>
      {status !== null && t.has(`codes.${status}` as 'codes.ACSC')
        ? ` · ${t(`codes.${status}` as 'codes.ACSC')}`
        : null}
    </>
  )
  return (
    <Disclosure title={t('result.details')} className="mt-3 border-t border-line pt-1">
      <p className="mb-3 text-sm text-soft">{t('result.detailsText')}</p>
      <DescriptionList
        items={[
          { term: t('result.bankSays'), value: code(attempt.bankStatus) },
          ...attempt.instructions.map(one => ({
            key: one.instructionId,
            term: t('result.endToEnd'),
            value: (
              <>
                <code translate="no">{one.endToEndId}</code>
                {one.bankStatus === null ? null : (
                  <span className="block text-sm text-soft">{code(one.bankStatus)}</span>
                )}
              </>
            ),
          })),
        ]}
      />
    </Disclosure>
  )
}

function Booked({ transfer: { booked, order, toRead } }: { transfer: TransferPage }) {
  const t = useTranslations('transfers.result')
  if (booked.length === 0 && toRead.length === 0 && order.status !== 'executed') return null
  const said = t(booked.length > 0 ? 'bookedText' : 'bookedNone')
  return (
    <Card titleId="booked-title" title={t('bookedTitle')}>
      <p className="mt-1 text-sm text-soft">
        {toRead.length > 0 ? <ReadAfterExecution connectionIds={toRead} otherwise={said} /> : said}
      </p>
      {booked.length > 0 ? (
        <ul className="mt-3 divide-y divide-line">
          {booked.map(line => (
            <li
              key={`${line.accountId} ${line.key}`}
              className="flex flex-wrap items-center justify-between gap-3 py-3"
            >
              <span className="min-w-0">
                <span className="block wrap-anywhere">{line.label}</span>
                <DateText value={line.day} className="text-sm text-soft" />
              </span>
              <span className="flex flex-wrap items-center gap-3">
                <Money value={line.amount} signed className="font-semibold" />
                <ButtonLink href={`/accounts/${line.accountId}`} variant="secondary" size="small">
                  {t('bookedSee', { account: line.accountName })}
                </ButtonLink>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </Card>
  )
}

function Timeline({ events }: { events: readonly PaymentEventView[] }) {
  const t = useTranslations('transfers')
  return (
    <Card titleId="timeline-title" title={t('result.timelineTitle')} bodyClass="mt-3">
      <ol className="grid gap-3">
        {events.flatMap(({ seq, at, type }) => {
          const key = type.replace('.', '_')
          return t.has(`events.${key}` as 'events.order_created')
            ? [
                <li key={seq} className="flex gap-3">
                  <Icon name="check" className="mt-0.5 size-4.5 text-soft" />
                  <span>
                    {t(`events.${key}` as 'events.order_created')}
                    <DateText value={at} style="moment" className="block text-sm text-soft" />
                  </span>
                </li>,
              ]
            : []
        })}
      </ol>
    </Card>
  )
}
