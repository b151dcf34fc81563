import type { ReactNode } from 'react'

/** A form and not a link: leaving changes something, and must not be prefetched. */
export function SignOutForm({ className, children }: { className: string; children: ReactNode }) {
  return (
    <form method="post" action="/signout">
      <button type="submit" className={className}>
        {children}
      </button>
    </form>
  )
}
