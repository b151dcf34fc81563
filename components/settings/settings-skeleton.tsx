import { useTranslations } from 'next-intl'
import { Card } from '#components/ui/card.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'

export function SettingsSkeleton() {
  const t = useTranslations('settings')
  return (
    <div className="grid max-w-3xl gap-6" role="status">
      <span className="sr-only">{t('loadingLabel')}</span>
      <Skeleton className="mb-2 h-9 w-44" />
      {['profile', 'appearance', 'sessions'].map(card => (
        <Card key={card} as="div" className="grid gap-4">
          <Skeleton className="h-6 w-48" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-2/3" />
        </Card>
      ))}
    </div>
  )
}
