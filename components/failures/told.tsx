import { bankCodes } from '@guichet/stet/terms/cause.ts'
import { useTranslations } from 'next-intl'
import { refusals } from '#lib/domain/refusals/failure.ts'
import { FailureNote } from './note.tsx'

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
