import { clsx } from 'clsx'

/** A grey place where something will stand. The page around it says "loading" once, in words. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={clsx('block animate-shimmer rounded-lg bg-line', className ?? 'h-4 w-full')} />
  )
}

export function SkeletonRows({ rows = 3 }: { rows?: number }) {
  return (
    <div className="divide-y divide-line" aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map(key => (
        <div key={key} className="flex items-center gap-4 px-5 py-4 sm:px-6">
          <Skeleton className="size-10 rounded-xl" />
          <span className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3 w-1/4" />
          </span>
          <Skeleton className="h-5 w-24" />
        </div>
      ))}
    </div>
  )
}
