import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type DescriptionListProps = {
  items: readonly { term: ReactNode; value: ReactNode; key?: string }[]
  className?: string
}

export function DescriptionList({ items, className }: DescriptionListProps) {
  return (
    <dl className={clsx('divide-y divide-line', className)}>
      {items.map((item, index) => (
        <div
          key={item.key ?? String(index)}
          className="grid gap-x-6 gap-y-0.5 py-3 first:pt-0 last:pb-0 sm:grid-cols-[minmax(9rem,2fr)_5fr]"
        >
          <dt className="text-[0.9375rem] text-soft">{item.term}</dt>
          <dd className="min-w-0 wrap-anywhere">{item.value}</dd>
        </div>
      ))}
    </dl>
  )
}
