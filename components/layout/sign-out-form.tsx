import type { ReactNode } from 'react'
import { PostForm } from '#components/ui/button.tsx'

/** A form rather than a link: signing out changes something, and must not be prefetched. */
export function SignOutForm({ className, children }: { className: string; children: ReactNode }) {
  return (
    <PostForm action="/signout">
      <button type="submit" className={className}>
        {children}
      </button>
    </PostForm>
  )
}
