import { useLocale, useTranslations } from 'next-intl'
import { formatDate } from '#components/format/text.ts'
import { Alert } from '#components/ui/card.tsx'
import type { PayeeVerificationView } from '#lib/views/transfer.ts'

type PayeeCheckProps = {
  verification: PayeeVerificationView
  /** The name that was verified. */
  typed: string
  /** Of the organisation's own account, not of somebody to be paid. */
  isMerchant?: boolean
  /** It appears in answer to a button. */
  announce?: 'polite'
}

const tones = {
  match: 'success',
  close_match: 'info',
  no_match: 'warning',
  not_possible: 'info',
  holder_unknown: 'info',
  asked_too_often: 'warning',
  too_many_words: 'warning',
} as const
const titles = {
  match: 'bank.matchTitle',
  close_match: 'bank.closeTitle',
  no_match: 'bank.noneTitle',
  not_possible: 'notTitle',
  holder_unknown: 'unknownTitle',
  asked_too_often: 'oftenTitle',
  too_many_words: 'wordsTitle',
} as const

/** The words of an answer in a line. */
export const shortKey = ({ answer, matchedName }: Pick<PayeeVerificationView, 'answer' | 'matchedName'>) =>
  answer === 'holder_unknown' && matchedName !== null ? ('short.access_of' as const) : (`short.${answer}` as const)

const isAsked = (answer: PayeeVerificationView['answer']) =>
  answer !== 'holder_unknown' && answer !== 'asked_too_often' && answer !== 'too_many_words'

/** The answer of a verification of payee, before the person goes on. */
export function PayeeCheck({ verification, typed, isMerchant = false, announce }: PayeeCheckProps) {
  const t = useTranslations('verification')
  const locale = useLocale()
  const { answer, verifiedAt } = verification
  return (
    <Alert tone={tones[answer]} title={t(titles[answer])} announce={announce}>
      <AnswerText verification={verification} typed={typed} isMerchant={isMerchant} />{' '}
      {answer === 'match' ? null : t('free')}{' '}
      {isAsked(answer) ? t('at', { moment: formatDate(verifiedAt, locale, 'moment') }) : null}
    </Alert>
  )
}

function AnswerText({ verification: { answer, matchedName, source }, typed, isMerchant }: PayeeCheckProps) {
  const t = useTranslations('verification')
  const from = source === 'own_account' ? 'own' : isMerchant ? 'merchant' : 'bank'
  if (answer === 'not_possible') return t(isMerchant ? 'merchant.notText' : 'notText')
  if (answer === 'holder_unknown')
    return matchedName === null ? t('unknownText') : t('accessText', { name: matchedName })
  if (answer === 'asked_too_often') return t(isMerchant ? 'merchant.oftenText' : 'oftenText')
  if (answer === 'too_many_words') return t('wordsText')
  if (answer === 'match') return t(`${from}.matchText`)
  return answer === 'close_match'
    ? t(`${from}.closeText`, { name: matchedName ?? '', typed })
    : t(`${from}.noneText`, { typed })
}
