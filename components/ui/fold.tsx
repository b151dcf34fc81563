import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

type FoldProps = { icon: IconName; title: ReactNode; hint: ReactNode; children: ReactNode }

/** A row that says the essential and opens for the rest, by the browser itself. */
export function Fold({ icon, title, hint, children }: FoldProps) {
  return (
    <details className="group">
      <summary className="flex list-none items-start gap-3.5 px-5 py-4 hover:bg-sunken sm:px-6 [&::-webkit-details-marker]:hidden">
        <Icon name={icon} className="mt-0.5 size-5 text-brand" />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold leading-snug">{title}</span>
          <span className="mt-0.5 block text-[0.9375rem] text-soft">{hint}</span>
        </span>
        <Icon name="chevronRight" className="mt-1 size-4 text-control transition-[rotate] group-open:rotate-90" />
      </summary>
      <div className="px-5 pt-2 pb-5 sm:px-6 sm:pl-14">{children}</div>
    </details>
  )
}
