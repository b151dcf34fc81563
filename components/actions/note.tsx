'use client'

import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { ProblemNote } from '#components/failures/problem-note.tsx'
import { Alert } from '#components/ui/alert.tsx'
import type { ActionState } from './use-action.ts'

type ActionNoteProps = {
  action: Pick<ActionState, 'done' | 'problem' | 'fields'>
  done?: ReactNode
  /** The form's own sentence about a refused field. */
  faultOf?: ((field: string) => string | null) | undefined
  className?: string
}

/** Announces the result of an action. If fresh authentication is needed, links to it and back here. */
export function ActionNote({ action, done, faultOf, className }: ActionNoteProps) {
  return (
    <div aria-live="polite" className={clsx('empty:hidden', className)}>
      {action.done && done ? <Alert tone="success">{done}</Alert> : null}
      {action.problem ? <Problem action={action} faultOf={faultOf} /> : null}
    </div>
  )
}

function Problem({ action, faultOf }: Pick<ActionNoteProps, 'action' | 'faultOf'>) {
  const t = useTranslations('failures')
  const { problem } = action
  const [field] = action.fields
  // For a refusal by the bank, `field` is the bank's own text.
  const said = field && (problem?.code === 'bank_refused' ? t('bankSaid', { text: field }) : faultOf?.(field))
  return <ProblemNote error={problem} said={said ?? undefined} />
}
