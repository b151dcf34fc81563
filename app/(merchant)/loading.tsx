import { Skeleton } from '#components/ui/skeleton.tsx'

export default function MerchantLoading() {
  return (
    <div className="grid gap-4" aria-busy="true">
      <Skeleton className="h-9 w-64" />
      <Skeleton className="h-40" />
      <Skeleton className="h-40" />
    </div>
  )
}
