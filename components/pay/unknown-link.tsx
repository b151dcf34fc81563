import { useTranslations } from 'next-intl'
import { Card } from '#components/ui/card.tsx'

/** For the address of a link that there is not. */
export function UnknownLink() {
  const t = useTranslations('pay.link')
  return (
    <Card as="div" className="mx-auto max-w-xl sm:p-8">
      <h1 className="text-2xl font-semibold">{t('unknownTitle')}</h1>
      <p className="mt-3">{t('unknownText')}</p>
    </Card>
  )
}
