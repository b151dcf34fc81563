import type { ReactNode } from 'react'
import { Link } from './link.tsx'

type LinkRow = {
  readonly key: string
  readonly href: string
  readonly name: ReactNode
  readonly amount: ReactNode
  readonly text: ReactNode
  readonly badge: ReactNode
}

/** A card's rows, each a link to its page: what and how much, and in small what else and how it stands. */
export function LinkRows({ label, rows }: { label: string; rows: readonly LinkRow[] }) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {rows.map(({ key, href, name, amount, text, badge }) => (
        <li key={key} className="relative px-5 py-3.5 hover:bg-sunken sm:px-6">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <Link
              href={href}
              className="min-w-0 font-medium wrap-anywhere after:absolute after:inset-0 hover:underline"
            >
              {name}
            </Link>
            <span className="tabular font-semibold">{amount}</span>
          </div>
          <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-soft">
            <span className="min-w-0 wrap-anywhere">{text}</span>
            {badge}
          </div>
        </li>
      ))}
    </ul>
  )
}
