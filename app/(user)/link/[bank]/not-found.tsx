import { useTranslations } from 'next-intl'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'

export default function BankNotFound() {
  const t = useTranslations('link.before')
  return (
    <EmptyState level={1} title={t('unknownTitle')} action={<ButtonLink href="/link">{t('unknownAction')}</ButtonLink>}>
      {t('unknownText')}
    </EmptyState>
  )
}
