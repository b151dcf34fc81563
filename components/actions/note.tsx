'use client'

import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { ProblemNote } from '#components/failures/problem-note.tsx'
import { Alert } from '#components/ui/alert.tsx'
import type { ActionState } from './use-action.ts'

type ActionNoteProps = {
  action: Pick<ActionState, 'done' | 'problem' | 'field'>
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
  const { problem, field } = action
  // What the bank wrote stands where a field would.
  const said = field && (problem?.code === 'bank_refused' ? t('bankSaid', { text: field }) : faultOf?.(field))
  return <ProblemNote error={problem} said={said ?? undefined} />
}
