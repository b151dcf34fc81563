import { bankCodes } from '@guichet/stet/terms/cause.ts'
import { useTranslations } from 'next-intl'
import { ConfirmLink } from '#components/actions/confirm-link.tsx'
import { RequestProblem } from '#components/query/fetch-json.ts'
import { refusals } from '#lib/domain/refusals/failure.ts'
import { FailureNote, type FailureNoteProps } from './note.tsx'

type ProblemNoteProps = Omit<FailureNoteProps, 'failure' | 'className'> & { error: unknown }

/** Why our request failed. If fresh authentication is needed, links to it and back. */
export function ProblemNote({ error, action, ...rest }: ProblemNoteProps) {
  const problem = error instanceof RequestProblem ? error : null
  const code = problem?.status === 0 ? 'offline' : (problem?.code ?? 'our_fault')
  const confirm = code === 'reauthentication_required' ? <ConfirmLink /> : null
  return <FailureNote failure={{ ...problem?.problem, code }} action={action ?? confirm} {...rest} />
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
