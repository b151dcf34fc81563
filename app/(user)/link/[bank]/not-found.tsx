import { useTranslations } from 'next-intl'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ButtonLink } from '#components/ui/link.tsx'

export default function BankNotFound() {
  const t = useTranslations('link.before')
  return (
    <EmptyState level={1} title={t('unknownTitle')} action={<ButtonLink href="/link">{t('unknownAction')}</ButtonLink>}>
      {t('unknownText')}
    </EmptyState>
  )
}
