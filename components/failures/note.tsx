import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Alert } from '#components/ui/card.tsx'
import { ourRefusals } from '#lib/domain/refusals/ours.ts'
import type { ProblemView } from '#lib/views/banking.ts'

/** A refusal, or no answer at all. */
type Failure = Partial<Pick<ProblemView, 'bankCode' | 'supportId' | 'retryAfterSeconds' | 'words'>> & {
  readonly code: ProblemView['code'] | 'offline'
}

export type FailureNoteProps = {
  failure: Failure
  /** Which action failed; the reason's own title by default. */
  title?: string | undefined
  /** Replaces the reason's sentence: the form's own sentence about its field, or the bank's text. */
  said?: ReactNode
  /** What has not changed despite the failure. */
  aftermath?: string | undefined
  action?: ReactNode
  className?: string | undefined
}

/** Every failure as a person sees it: the reason in words, what to do, when to try again, the bank's code and our support id. */
export function FailureNote({ failure, title, said, aftermath, action, className }: FailureNoteProps) {
  const t = useTranslations('failures')
  const { code, bankCode, supportId, retryAfterSeconds, words } = failure
  const key = code === 'offline' ? code : bankCode ? (`bankCodes.${bankCode}` as const) : (`refusals.${code}` as const)
  const isOurs = code === 'offline' || ourRefusals.includes(code)
  const say = (part: 'title' | 'sentence' | 'next') => words?.[part] ?? t(`${key}.${part}`)
  return (
    <Alert
      tone={isOurs ? 'danger' : 'warning'}
      title={title ?? say('title')}
      announce="assertive"
      action={action}
      className={className}
    >
      <p>
        {title ? <strong className="font-semibold">{say('title')}. </strong> : null}
        {said ?? say('sentence')} {aftermath}
      </p>
      {said ? null : (
        <p className="mt-1">
          {say('next')} {retryAfterSeconds ? t('retryIn', { minutes: Math.ceil(retryAfterSeconds / 60) }) : null}
        </p>
      )}
      {bankCode ? (
        <p className="mt-2 text-sm">
          {t('bankCodeLabel')} <code className="font-semibold">{bankCode}</code>
        </p>
      ) : null}
      {supportId ? (
        <p className="tabular mt-2 text-sm">
          {t('supportIdLabel')} <code className="wrap-anywhere font-semibold">{supportId}</code>
        </p>
      ) : null}
    </Alert>
  )
}
