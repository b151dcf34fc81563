import { bankCodes } from '@guichet/stet/terms/cause.ts'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Alert } from '#components/ui/card.tsx'
import { ourRefusals, refusals } from '#lib/domain/refusals/failure.ts'
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
  const say = (part: 'title' | 'sentence' | 'next') => words?.[part] ?? t(`${key}.${part}`)
  const isOurs = code === 'offline' || ourRefusals.includes(code)
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

/** A stored reason, `AC04` or `bank_unavailable`, in words; an unknown one is shown unchanged. */
export function useStoredReason(): (reason: string) => { title: string; sentence: string; next: string } {
  const t = useTranslations('failures')
  return reason => {
    const code = bankCodes.find(known => known === reason)
    if (code)
      return {
        title: t(`bankCodes.${code}.title`),
        sentence: t(`bankCodes.${code}.sentence`),
        next: t(`bankCodes.${code}.next`),
      }
    const refusal = refusals.find(known => known === reason)
    if (refusal)
      return {
        title: t(`refusals.${refusal}.title`),
        sentence: t(`refusals.${refusal}.sentence`),
        next: t(`refusals.${refusal}.next`),
      }
    return {
      title: t('unknownBankCode.title'),
      sentence: t('unknownBankCode.sentence', { code: reason.slice(0, 140) }),
      next: t('unknownBankCode.next'),
    }
  }
}

type RefusalNoteProps = { code: unknown; wait?: unknown; className?: string }

/**
 * A refusal in the URL, `?error=busy`, as a form's route sets it; unknown values are ignored. With `wait`, a limit's seconds (a day
 * at most), it says when to try again.
 */
export function RefusalNote({ code, wait, className }: RefusalNoteProps) {
  const refusal = refusals.find(known => known === code)
  if (!refusal) return null
  const isWait = typeof wait === 'string' && /^[1-9]\d{0,4}$/.test(wait)
  const failure = { code: refusal, ...(isWait ? { retryAfterSeconds: Math.min(Number(wait), 86_400) } : {}) }
  return <FailureNote failure={failure} className={className} />
}
