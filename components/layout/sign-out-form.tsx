import type { ReactNode } from 'react'

/** A form rather than a link: signing out changes something, and must not be prefetched. */
export function SignOutForm({ className, children }: { className: string; children: ReactNode }) {
  return (
    <form method="post" action="/signout">
      <button type="submit" className={className}>
        {children}
      </button>
    </form>
  )
}
