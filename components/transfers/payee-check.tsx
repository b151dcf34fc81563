import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { formatDate } from '#components/format/date-text.ts'
import { Alert } from '#components/ui/alert.tsx'
import type { PayeeVerificationView } from '#lib/views/transfer.ts'

type PayeeCheckProps = {
  verification: PayeeVerificationView
  /** The name that was verified. */
  typed: string
  /** It appears in answer to a button. */
  announce?: 'polite'
  action?: ReactNode
}

const tones = { match: 'success', close_match: 'info', no_match: 'warning', not_possible: 'info' } as const
const titles = {
  match: 'bank.matchTitle',
  close_match: 'bank.closeTitle',
  no_match: 'bank.noneTitle',
  not_possible: 'notTitle',
} as const

/** The answer of a verification of payee, before the person goes on. */
export function PayeeCheck({ verification, typed, announce, action }: PayeeCheckProps) {
  const t = useTranslations('verification')
  const locale = useLocale()
  const { answer, verifiedAt } = verification
  return (
    <Alert tone={tones[answer]} title={t(titles[answer])} action={action} {...(announce && { announce })}>
      <AnswerText verification={verification} typed={typed} /> {answer === 'match' ? null : t('free')}{' '}
      {t('at', { moment: formatDate(verifiedAt, locale, 'moment') })}
    </Alert>
  )
}

function AnswerText({ verification: { answer, matchedName, source }, typed }: PayeeCheckProps) {
  const t = useTranslations('verification')
  const from = source === 'bank' ? 'bank' : 'own'
  if (answer === 'not_possible') return t('notText')
  if (answer === 'match') return t(`${from}.matchText`)
  return answer === 'close_match'
    ? t(`${from}.closeText`, { name: matchedName ?? '', typed })
    : t(`${from}.noneText`, { typed })
}
