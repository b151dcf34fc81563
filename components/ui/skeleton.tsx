import { clsx } from 'clsx'

/** A grey place where something will stand. The page around it says "loading" once, in words. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={clsx('block animate-shimmer rounded-lg bg-line', className ?? 'h-4 w-full')} />
  )
}
