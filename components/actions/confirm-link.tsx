'use client'

import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { ButtonLink } from '#components/ui/link.tsx'

/** A link to fresh authentication (C24), which returns to `next` or to the current page. */
export function ConfirmLink({ next }: { next?: string }) {
  const t = useTranslations('failures.fresh')
  const here = usePathname()
  return (
    <ButtonLink href={confirmThen(next ?? here)} size="small">
      {t('confirm')}
    </ButtonLink>
  )
}

/** The same beside what was typed, which stays. */
export function ConfirmAside() {
  const t = useTranslations('failures.fresh')
  return (
    <ButtonLink href={confirmThen('/settings/confirm?done=1')} target="_blank" size="small">
      {t('confirmAside')}
    </ButtonLink>
  )
}

const confirmThen = (path: string) => `/settings/confirm?next=${encodeURIComponent(path)}`
