'use client'

import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Alert } from '#components/ui/alert.tsx'
import { ConfirmLink } from './confirm-link.tsx'
import type { ActionState } from './use-action.ts'

type ActionNoteProps = {
  action: ActionState
  done?: ReactNode
  /** Words of what was refused, from the form that knows it. */
  faultOf?: (field: string) => string | null
  className?: string
}

/** What became of an action, announced. An old password leads to where it is asked for, and back here. */
export function ActionNote({ action, done, faultOf, className }: ActionNoteProps) {
  return (
    <div aria-live="polite" className={clsx('empty:hidden', className)}>
      {action.done && done ? <Alert tone="success">{done}</Alert> : null}
      {action.problem ? <Problem action={action} {...(faultOf ? { faultOf } : {})} /> : null}
    </div>
  )
}

function Problem({ action, faultOf }: Pick<ActionNoteProps, 'action' | 'faultOf'>) {
  const t = useTranslations('failures')
  const { problem, field, path } = action
  const code = problem?.code ?? 'our_fault'
  const reason = problem?.status === 0 ? ('offline' as const) : (`refusals.${code}` as const)
  const isStale = code === 'reauthentication_required'
  // What the bank wrote stands where a field would.
  const named = field && (code === 'bank_refused' ? t('bankSaid', { text: field }) : faultOf?.(field))
  const supportId = problem?.problem?.supportId
  return (
    <Alert
      tone={isStale ? 'warning' : 'danger'}
      title={t(`${reason}.title`)}
      announce="assertive"
      action={isStale ? <ConfirmLink next={path} /> : null}
    >
      <p>{named ?? t(`${reason}.sentence`)}</p>
      {supportId ? (
        <p className="tabular mt-1">
          {t('supportIdLabel')} <code className="wrap-anywhere font-semibold">{supportId}</code>
        </p>
      ) : null}
    </Alert>
  )
}
