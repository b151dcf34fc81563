'use client'

import { useLinkStatus } from 'next/link'
import type { ReactNode } from 'react'

/** Inside a link: shows at once that it was pressed, until its page is there. */
export function Going({ children }: { children: ReactNode }) {
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
