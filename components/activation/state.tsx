import { useTranslations } from 'next-intl'
import { Alert } from '#components/ui/card.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import type { ActivationState } from '#lib/domain/merchant/activation.ts'

/** The tone of the badge of each state, for merchants and operators alike. */
export const stateTones = {
  test_only: 'neutral',
  in_review: 'info',
  declined: 'warning',
  active: 'success',
  paused: 'warning',
} as const satisfies Readonly<Record<ActivationState, string>>

type LiveNoteProps = { stopped: 'organisation_suspended' | 'organisation_not_activated' | null; className?: string }

/** Why nothing new can be paid to this organisation in the current mode, with the page that says what to do. */
export function LiveNote({ stopped, className }: LiveNoteProps) {
  const t = useTranslations('activation.note')
  if (stopped === null) return null
  return (
    <Alert
      tone={stopped === 'organisation_suspended' ? 'danger' : 'info'}
      action={
        <ButtonLink href="/activation" size="small">
          {t('action')}
        </ButtonLink>
      }
      className={className}
    >
      {stopped === 'organisation_suspended' ? t('suspended') : t('notActivated')}
    </Alert>
  )
}
