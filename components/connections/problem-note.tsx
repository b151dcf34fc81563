import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { ConfirmLink } from '#components/actions/confirm-link.tsx'
import { refusalBlame } from '#components/link/blame.ts'
import { RequestProblem } from '#components/query/fetch-json.ts'
import { Alert } from '#components/ui/alert.tsx'
import { bankCodes, refusals } from '#lib/domain/refusals/failure.ts'

type ProblemNoteProps = {
  error: unknown
  /** What did not work; the reason's own title when absent. */
  title?: string
  /** What remains true nevertheless. */
  aftermath?: string
  action?: ReactNode
}

/** Why a request of ours did not work: the reason in words, the bank's code or our number, and what to do. */
export function ProblemNote({ error, title, aftermath, action }: ProblemNoteProps) {
  const t = useTranslations('failures')
  const problem = error instanceof RequestProblem ? error : null
  const words = useReason(problem)
  const blame = problem && problem.status > 0 ? refusalBlame[problem.code] : 'us'
  const bankCode = problem?.problem?.bankCode
  const supportId = problem?.problem?.supportId
  const waitSeconds = problem?.problem?.retryAfterSeconds
  return (
    <Alert
      tone={blame === 'us' ? 'danger' : 'warning'}
      title={title ?? words.title}
      announce="assertive"
      action={action ?? (problem?.code === 'reauthentication_required' ? <ConfirmLink /> : null)}
    >
      <p>
        {title ? <strong className="font-semibold">{words.title}. </strong> : null}
        {words.sentence} {aftermath}
      </p>
      <p className="mt-1">
        {words.next} {waitSeconds ? t('retryIn', { minutes: Math.ceil(waitSeconds / 60) }) : null}
      </p>
      {bankCode ? (
        <p className="mt-2 text-sm">
          {t('bankCodeLabel')} <code className="font-semibold">{bankCode}</code>
        </p>
      ) : null}
      {supportId ? (
        <p className="mt-2 text-sm">
          {t('supportIdLabel')} <code className="wrap-anywhere font-semibold">{supportId}</code>
        </p>
      ) : null}
    </Alert>
  )
}

function useReason(problem: RequestProblem | null) {
  const t = useTranslations('failures')
  const words = (
    key: 'offline' | `refusals.${RequestProblem['code']}` | `bankCodes.${(typeof bankCodes)[number]}`,
  ) => ({
    title: t(`${key}.title`),
    sentence: t(`${key}.sentence`),
    next: t(`${key}.next`),
  })
  if (problem?.status === 0) return words('offline')
  if (problem?.problem?.bankCode) return words(`bankCodes.${problem.problem.bankCode}`)
  return words(`refusals.${problem?.code ?? 'our_fault'}`)
}

/** A stored reason, `AC04` or `bank_unavailable`, in words; one we don't know is shown as it came. */
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
