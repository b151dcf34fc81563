import { useTranslations } from 'next-intl'

export function SkipLink() {
  const t = useTranslations('common')
  return (
    <a
      href="#content"
      className="sr-only z-60 rounded-xl bg-ink px-4 py-3 font-semibold text-paper focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
    >
      {t('skipToContent')}
    </a>
  )
}
