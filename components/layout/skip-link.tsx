import { useTranslations } from 'next-intl'

export function SkipLink() {
  const t = useTranslations('common')
  return (
    <a
      href="#content"
      className="sr-only z-60 rounded-xl bg-ink font-semibold text-paper focus:not-sr-only focus:fixed focus:px-4 focus:py-3 focus:top-3 focus:left-3"
    >
      {t('skipToContent')}
    </a>
  )
}
