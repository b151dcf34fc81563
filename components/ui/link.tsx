import NextLink, { useLinkStatus } from 'next/link'
import type { ComponentProps, ReactNode } from 'react'

/**
 * A link to a page of ours. Nothing is prefetched: every page is made for its request, so a prefetch brings none of it, and costs the
 * browser and the server two requests for each link in view.
 */
export function Link(props: Omit<ComponentProps<typeof NextLink>, 'prefetch'>) {
  return <NextLink {...props} prefetch={false} />
}

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
