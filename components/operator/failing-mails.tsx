import { useLocale, useTranslations } from 'next-intl'
import { formatDate } from '#components/format/date-text.ts'
import { Alert } from '#components/ui/alert.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import type { FailingOperator } from '#lib/views/operator.ts'

/** Operators whom alarms do not reach by mail; nothing when they reach all. */
export function FailingMails({ operators }: { operators: readonly FailingOperator[] }) {
  const t = useTranslations('operator.mails')
  const locale = useLocale()
  if (operators.length === 0) return null
  const audit = (
    <ButtonLink href="/operator/audit" variant="secondary" size="small">
      {t('audit')}
    </ButtonLink>
  )
  return (
    <Alert tone="warning" title={t('title')} action={audit} className="mb-6">
      <ul className="wrap-anywhere">
        {operators.map(({ email, since }) => (
          <li key={email}>{t('since', { email, date: formatDate(since, locale, 'long') })}</li>
        ))}
      </ul>
      <p className="mt-1">{t('text')}</p>
    </Alert>
  )
}
