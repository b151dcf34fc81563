import { useTranslations } from 'next-intl'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ButtonLink } from '#components/ui/link.tsx'

export default function ConnectionNotFound() {
  const t = useTranslations('connections')
  return (
    <EmptyState
      level={1}
      title={t('detail.notFoundTitle')}
      action={<ButtonLink href="/connections">{t('title')}</ButtonLink>}
    >
      {t('detail.notFoundText')}
    </EmptyState>
  )
}
