'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Alert } from '#components/ui/alert.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import type { ActionState } from './use-action.ts'

type ActionNoteProps = {
  action: ActionState
  done?: ReactNode
  /** Words of a field that was refused, from the form that knows it. */
  faultOf?: (field: string) => string | null
  className?: string
}

/** What became of an action, announced. An old password leads to where it is asked for, and back here. */
export function ActionNote({ action, done, faultOf, className }: ActionNoteProps) {
  return (
    <div aria-live="polite" className={className}>
      {action.done && done ? <Alert tone="success">{done}</Alert> : null}
      {action.problem ? <Problem action={action} {...(faultOf ? { faultOf } : {})} /> : null}
    </div>
  )
}

function Problem({ action, faultOf }: Pick<ActionNoteProps, 'action' | 'faultOf'>) {
  const t = useTranslations('failures')
  const words = useTranslations('operator')
  const { problem, field, path } = action
  const code = problem?.code ?? 'our_fault'
  const fault = code === 'invalid_input' && field ? (faultOf?.(field) ?? field) : null
  const said = code === 'bank_refused' && field ? words('bankSaid', { text: field }) : null
  const supportId = problem?.problem?.supportId
  return (
    <Alert
      tone={code === 'reauthentication_required' ? 'warning' : 'danger'}
      title={problem?.status === 0 ? t('offline.title') : t(`refusals.${code}.title`)}
      announce="assertive"
      action={
        code === 'reauthentication_required' ? (
          <ButtonLink href={`/settings/confirm?next=${encodeURIComponent(path)}`} size="small">
            {words('confirmPassword')}
          </ButtonLink>
        ) : null
      }
    >
      <p>{fault ?? said ?? (problem?.status === 0 ? t('offline.sentence') : t(`refusals.${code}.sentence`))}</p>
      {supportId ? <p className="tabular mt-1">{words('supportId', { id: supportId })}</p> : null}
    </Alert>
  )
}
