import { useTranslations } from 'next-intl'
import { Card } from '#components/ui/card.tsx'

/** For an unknown payment URL: what may have happened, and a warning not to pay twice. */
export function UnknownPayment({ contact }: { contact: string }) {
  const t = useTranslations('pay.unknown')
  return (
    <Card as="div" className="mx-auto max-w-xl sm:p-8">
      <h1 className="text-2xl font-semibold">{t('title')}</h1>
      <p className="mt-3">{t('text')}</p>
      <p className="mt-3 text-soft">{t('next', { contact })}</p>
    </Card>
  )
}
