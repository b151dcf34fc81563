import { useLocale, useTranslations } from 'next-intl'
import { Iban } from '#components/format/iban.tsx'
import { formatDate } from '#components/format/text.ts'
import { DateText, Money } from '#components/format/value.tsx'
import { Alert, Card, DescriptionList } from '#components/ui/card.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import type { AttemptView, CancellationView, OrderView } from '#lib/views/payment.ts'
import { MismatchNote } from './mismatch-note.tsx'
import { ReasonText } from './payment-status.tsx'

/** One attempt at one bank: our status, the bank's code, and each instruction as sent. */
export function AttemptCard({ attempt, kind }: { attempt: AttemptView; kind: OrderView['kind'] }) {
  const t = useTranslations('merchant.payment')
  const words = useTranslations('merchant')
  const unread = useTranslations('merchant.unread')
  const refund = useTranslations('reconciliation.refunds.tries')
  const isRefund = kind === 'refund'
  const isLost = attempt.status === 'redirected' && attempt.authorisedAt !== null
  const reason = attempt.bankReason ?? attempt.reason
  return (
    <Card
      level={3}
      title={t('attempt', nameBank(attempt.bankName))}
      text={<DateText value={attempt.createdAt} style="moment" />}
    >
      <DescriptionList
        className="mt-4"
        items={[
          {
            term: t('ours'),
            value:
              isRefund && attempt.status === 'redirected'
                ? refund(`${isLost ? 'not_returned' : 'at_bank'}.title`, nameBank(attempt.bankName))
                : words(isLost ? 'failedTries.not_returned' : `attemptStatuses.${attempt.status}`),
          },
          { term: t('theirs'), value: attempt.bankStatus ?? words('noBankCode') },
          { term: t('reason'), value: reason === null ? null : <ReasonText code={reason} /> },
          {
            term: t('payerIban'),
            value: isRefund ? null : attempt.debtorIban === null ? (
              t('hiddenIban')
            ) : (
              <Iban value={attempt.debtorIban} />
            ),
          },
          { term: t('day'), value: <DateText value={attempt.executionDate} style="long" /> },
        ]}
      />
      {attempt.status === 'held' ? <MismatchNote attempt={attempt} className="mt-4" /> : null}
      {attempt.unanswered && isRefund ? (
        <Alert tone="warning" title={refund('unanswered.title', nameBank(attempt.bankName))} className="mt-4">
          {refund('unanswered.text')}
        </Alert>
      ) : attempt.unanswered ? (
        <Unanswered attempt={attempt} {...attempt.unanswered} />
      ) : null}
      {attempt.isUnread ? (
        <Alert tone="warning" title={unread('title', nameBank(attempt.bankName))} className="mt-4">
          {unread(isRefund ? 'refund' : 'text', nameBank(attempt.bankName))}
        </Alert>
      ) : null}
      {attempt.unreadableSince ? (
        <Unreadable attempt={attempt} since={attempt.unreadableSince} isRefund={isRefund} />
      ) : null}
      <Disclosure title={t('transfers')} className="mt-3">
        {attempt.instructions.map(one => (
          <DescriptionList
            key={one.instructionId}
            className="mt-2 rounded-xl border border-line p-4"
            items={[
              { term: t('transfer'), value: <Money value={one.amount} /> },
              { term: t('endToEnd'), value: <code className="text-sm">{one.endToEndId}</code> },
              { term: t('remittance'), value: one.remittance.join(' ') },
              { term: t('theirs'), value: one.bankStatus ?? words('noBankCode') },
              { term: t('reason'), value: one.bankReason === null ? null : <ReasonText code={one.bankReason} /> },
            ]}
          />
        ))}
      </Disclosure>
      <Cancellations all={attempt.cancellations} />
    </Card>
  )
}

/** Explains a lost answer to our confirmation, and what to do meanwhile. */
function Unanswered({ attempt, since, until }: { attempt: AttemptView; since: string; until: string }) {
  const t = useTranslations('merchant.unanswered')
  const locale = useLocale()
  return (
    <Alert tone="warning" title={t('title', nameBank(attempt.bankName))} className="mt-4">
      <p>{t('text', { since: formatDate(since, locale, 'moment') })}</p>
      <ul className="mt-2 grid list-disc gap-1 pl-5">
        <li>{t('payer')}</li>
        <li>{t('account')}</li>
        {attempt.unreadableSince === null ? (
          <li>{t('until', { ...nameBank(attempt.bankName), until: formatDate(until, locale, 'long') })}</li>
        ) : null}
      </ul>
    </Alert>
  )
}

/** The bank can't be asked any more: only the account statements show the outcome. */
function Unreadable({ attempt, since, isRefund }: { attempt: AttemptView; since: string; isRefund: boolean }) {
  const t = useTranslations('merchant.unreadable')
  const locale = useLocale()
  const bank = attempt.bankName
  return (
    <Alert title={t('title', nameBank(bank))} className="mt-4">
      {t(isRefund ? 'refund' : 'text', { ...nameBank(bank), since: formatDate(since, locale, 'long') })}
    </Alert>
  )
}

function Cancellations({ all }: { all: readonly CancellationView[] }) {
  const t = useTranslations('merchant.cancel')
  if (all.length === 0) return null
  return (
    <ul className="mt-3 grid gap-1 text-sm text-soft">
      {all.map(({ id, status, reason, createdAt }) => (
        <li key={id}>
          {t('line', { status: t(`statuses.${status}`), reason: t(`reasons.${reason}`) })} ·{' '}
          <DateText value={createdAt} style="moment" />
        </li>
      ))}
    </ul>
  )
}
