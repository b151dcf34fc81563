import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Card } from '#components/ui/card.tsx'
import { Skeleton, SkeletonRows } from '#components/ui/skeleton.tsx'

/** Places of a page that is on its way; said once in words. */
function PageLoading({ children }: { children: ReactNode }) {
  const t = useTranslations('connections.log')
  return (
    <div>
      <h1 className="sr-only">{t('loading')}</h1>
      <div className="mb-8 grid gap-3">
        <Skeleton className="h-9 w-2/3 max-w-md" />
        <Skeleton className="h-5 w-full max-w-xl" />
      </div>
      {children}
    </div>
  )
}

export function CardsLoading() {
  return (
    <PageLoading>
      <div className="grid grid-cols-1 gap-3 md:grid-cols-2">
        {['first', 'second', 'third', 'fourth'].map(key => (
          <Card key={key} as="div" className="flex gap-4">
            <Skeleton className="size-14 shrink-0 rounded-2xl" />
            <span className="grid flex-1 gap-2">
              <Skeleton className="h-5 w-1/2" />
              <Skeleton className="h-4 w-2/3" />
              <Skeleton className="h-4 w-5/6" />
            </span>
          </Card>
        ))}
      </div>
    </PageLoading>
  )
}

export function SheetLoading() {
  return (
    <PageLoading>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Card as="div" flush>
          <SkeletonRows rows={6} />
        </Card>
        <Card as="div" className="grid h-fit gap-3">
          <Skeleton className="h-5 w-1/2" />
          <Skeleton />
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-12 w-full rounded-xl" />
        </Card>
      </div>
    </PageLoading>
  )
}

export function RowsLoading() {
  return (
    <PageLoading>
      <Card as="div" flush>
        <SkeletonRows rows={8} />
      </Card>
    </PageLoading>
  )
}
