'use client'

import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { ButtonLink } from '#components/ui/link.tsx'

/** A link to fresh authentication (C24), which returns to `next` or to the current page. */
export function ConfirmLink({ next }: { next?: string }) {
  const t = useTranslations('failures.fresh')
  const here = usePathname()
  return (
    <ButtonLink href={`/settings/confirm?next=${encodeURIComponent(next ?? here)}`} size="small">
      {t('confirm')}
    </ButtonLink>
  )
}
