import { useTranslations } from 'next-intl'
import { Alert } from '#components/ui/card.tsx'
import { type Refusal, refusals } from '#lib/domain/refusals/failure.ts'
import { faultOf } from './fault.ts'

const dones = ['linked', 'unlinked', 'ran', 'matched', 'undone', 'noted'] as const
type NoteLineProps = { done: string | null; count?: string | null; field: string | null; error: string | null }

/** Announces the result of the form that redirected here. */
export function NoteLine({ done, count = null, field, error }: NoteLineProps) {
  const t = useTranslations('reconciliation')
  const failures = useTranslations('failures.refusals')
  const known = dones.find(one => one === done)
  const fault = faultOf(field)
  const code: Refusal | undefined = refusals.find(one => one === error)
  const number = Number.isSafeInteger(Number(count)) ? Number(count) : 0
  return (
    <div aria-live="polite" className="mb-4 grid gap-3 empty:hidden">
      {known ? (
        <Alert tone="success">{known === 'ran' ? t('done.ran', { count: number }) : t(`done.${known}`)}</Alert>
      ) : null}
      {fault ? <Alert tone="danger">{t(`faults.${fault}`)}</Alert> : null}
      {code && !fault ? (
        <Alert tone="danger" title={failures(`${code}.title`)}>
          {failures(`${code}.sentence`)}
        </Alert>
      ) : null}
    </div>
  )
}
