import { useTranslations } from 'next-intl'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ButtonLink } from '#components/ui/link.tsx'

export default function AccountNotFound() {
  const t = useTranslations('accounts')
  return (
    <EmptyState level={1} title={t('notFoundTitle')} action={<ButtonLink href="/home">{t('home')}</ButtonLink>}>
      {t('notFoundText')}
    </EmptyState>
  )
}
