import { useLocale, useTranslations } from 'next-intl'
import { formatDate } from '#components/format/date-text.ts'
import { Alert } from '#components/ui/alert.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import type { BankView } from '#lib/views/banking.ts'

type DownNoticeProps = {
  bank: Pick<BankView, 'code' | 'name'>
  downSince: string | null
  retryAt: string | null
  /** The emergency access is offered now. */
  offered: boolean
}

/** The bank's interface is down: since when, when we ask again, and the emergency access where it is offered. */
export function DownNotice({ bank, downSince, retryAt, offered }: DownNoticeProps) {
  const t = useTranslations('fallback')
  const locale = useLocale()
  if (downSince === null) return null
  return (
    <Alert
      tone="warning"
      title={t('noticeTitle', { bank: bank.name })}
      className="mb-6"
      action={
        offered ? (
          <ButtonLink href={`/link/${encodeURIComponent(bank.code)}/fallback`} variant="secondary" size="small">
            {t('noticeOffer')}
          </ButtonLink>
        ) : null
      }
    >
      <p>{t('noticeText', { since: formatDate(downSince, locale, 'moment') })}</p>
      {retryAt ? <p className="mt-1">{t('noticeRetry', { time: formatDate(retryAt, locale, 'time') })}</p> : null}
    </Alert>
  )
}
