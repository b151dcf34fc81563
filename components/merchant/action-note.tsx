'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { ActionState } from '#components/operator/use-action.ts'
import { Alert } from '#components/ui/alert.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'

type ActionNoteProps = {
  action: ActionState
  done?: ReactNode
  /** Words of what was refused, from the form that knows it. */
  faultOf?: (field: string) => string | null
}

/** What became of an action, announced. An old password leads to where it is asked for, and back here. */
export function ActionNote({ action, done, faultOf }: ActionNoteProps) {
  return (
    <div aria-live="polite" className="empty:hidden">
      {action.done && done ? <Alert tone="success">{done}</Alert> : null}
      {action.problem ? <Problem action={action} {...(faultOf ? { faultOf } : {})} /> : null}
    </div>
  )
}

function Problem({ action, faultOf }: Pick<ActionNoteProps, 'action' | 'faultOf'>) {
  const t = useTranslations('failures')
  const words = useTranslations('merchant.fresh')
  const { problem, field, path } = action
  const code = problem?.code ?? 'our_fault'
  const isOffline = problem?.status === 0
  const sentence = isOffline ? t('offline.sentence') : t(`refusals.${code}.sentence`)
  return (
    <Alert
      tone={code === 'reauthentication_required' ? 'warning' : 'danger'}
      title={isOffline ? t('offline.title') : t(`refusals.${code}.title`)}
      announce="assertive"
      action={
        code === 'reauthentication_required' ? (
          <ButtonLink href={`/settings/confirm?next=${encodeURIComponent(path)}`} size="small" prefetch={false}>
            {words('confirm')}
          </ButtonLink>
        ) : null
      }
    >
      {(field && faultOf?.(field)) ?? sentence}
    </Alert>
  )
}
