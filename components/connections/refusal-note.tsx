import { useTranslations } from 'next-intl'
import { refusalBlame } from '#components/link/blame.ts'
import { Alert } from '#components/ui/alert.tsx'
import { refusals } from '#lib/domain/refusals/failure.ts'

type RefusalNoteProps = { code: unknown; wait?: unknown; className?: string }

/**
 * A refusal that a form's answer put into the address, `?error=busy`; anything else there is nothing. With `wait`, the seconds that
 * a limit names (a day at most), it says when to try again.
 */
export function RefusalNote({ code, wait, className }: RefusalNoteProps) {
  const t = useTranslations('failures')
  const refusal = refusals.find(known => known === code)
  if (!refusal) return null
  const waitSeconds = typeof wait === 'string' && /^[1-9]\d{0,4}$/.test(wait) ? Math.min(Number(wait), 86_400) : null
  return (
    <Alert
      tone={refusalBlame[refusal] === 'us' ? 'danger' : 'warning'}
      title={t(`refusals.${refusal}.title`)}
      announce="assertive"
      {...(className ? { className } : {})}
    >
      {t(`refusals.${refusal}.sentence`)}{' '}
      {waitSeconds === null ? t(`refusals.${refusal}.next`) : t('retryIn', { minutes: Math.ceil(waitSeconds / 60) })}
    </Alert>
  )
}
