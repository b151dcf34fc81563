'use client'

import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { ButtonLink } from '#components/ui/button-link.tsx'

/** To where somebody proves again who they are (C24), and back: to `next`, or to the page that it is on. */
export function ConfirmLink({ next }: { next?: string }) {
  const t = useTranslations('failures.fresh')
  const here = usePathname()
  return (
    <ButtonLink href={`/settings/confirm?next=${encodeURIComponent(next ?? here)}`} size="small" prefetch={false}>
      {t('confirm')}
    </ButtonLink>
  )
}
