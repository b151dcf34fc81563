import { useTranslations } from 'next-intl'
import { Card } from '#components/ui/card.tsx'
import { Skeleton, SkeletonRows } from '#components/ui/skeleton.tsx'

export function HomeSkeleton() {
  const t = useTranslations('home')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10" role="status">
      <span className="sr-only">{t('loadingLabel')}</span>
      <div>
        <Skeleton className="h-9 w-56" />
        <Skeleton className="mt-7 h-5 w-32" />
        <Skeleton className="mt-2 h-14 w-80 max-w-full" />
      </div>
      {['first', 'second'].map(card => (
        <Card key={card} flush>
          <SkeletonRows rows={3} />
        </Card>
      ))}
    </div>
  )
}
