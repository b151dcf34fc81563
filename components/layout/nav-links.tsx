'use client'

import { clsx } from 'clsx'
import { useLinkStatus } from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'

export type NavEntry = { href: string; label: string; shortLabel: string; icon: IconName; also?: readonly string[] }

/** Navigation links that mark the current page, visibly and for screen readers; texts come from the server. */
export function NavLinks({ entries, placement }: { entries: readonly NavEntry[]; placement: 'side' | 'bar' }) {
  const pathname = usePathname()
  return entries.map(entry => {
    const here = [entry.href, ...(entry.also ?? [])].some(path => pathname === path || pathname.startsWith(`${path}/`))
    return (
      <li key={entry.href} className={placement === 'bar' ? 'flex-1' : undefined}>
        <Link href={entry.href} aria-current={here ? 'page' : undefined} className={looks[placement]}>
          <Going>
            <Icon name={entry.icon} className={clsx('size-5.5', here && 'text-brand')} />
            {placement === 'bar' ? entry.shortLabel : entry.label}
          </Going>
        </Link>
      </li>
    )
  })
}

const looks = {
  side:
    'flex min-h-11 items-center gap-3 rounded-xl px-3 font-medium text-soft transition-colors hover:bg-sunken hover:text-ink ' +
    'aria-[current=page]:bg-brand-tint aria-[current=page]:text-brand-ink',
  bar:
    'flex min-h-14 flex-col items-center justify-center gap-0.5 text-center text-xs leading-[1.1] font-medium text-soft ' +
    'aria-[current=page]:text-brand-ink',
}

/** Inside a link: shows at once that it was pressed, until its page is there. */
function Going({ children }: { children: ReactNode }) {
  const { pending } = useLinkStatus()
  return (
    <span
      data-going={pending || undefined}
      className="contents data-going:text-brand-ink data-going:[&>svg]:animate-pulse"
    >
      {children}
    </span>
  )
}
