import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Alert } from '#components/ui/card.tsx'
import { ConfirmLink } from './confirm-link.tsx'

/** The password is asked for before the form is shown, so that nothing typed is lost on the way (C24). */
export function FreshNote({ next }: { next: string }) {
  const t = useTranslations('failures.fresh')
  return (
    <Alert tone="info" title={t('title')} action={<ConfirmLink next={next} />}>
      {t('text')}
    </Alert>
  )
}

/** In a card: what needs a fresh password, or the way to give it. */
export function WhenFresh({ isFresh, next, children }: { isFresh: boolean; next: string; children: ReactNode }) {
  if (isFresh) return children
  return (
    <div className="mt-4">
      <FreshNote next={next} />
    </div>
  )
}
