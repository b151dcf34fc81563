import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Card } from '#components/ui/card.tsx'
import { Skeleton, SkeletonRows } from '#components/ui/skeleton.tsx'

/**
 * Places of a page that is on its way; said once in words. Not for pages with a form that leads to a bank: what comes
 * after a skeleton is put in its place by a script, and those forms must work without.
 */
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
