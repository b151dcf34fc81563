import type { ReactNode } from 'react'

/** Sends the mail that confirms an address once more. A plain form: it works without JavaScript. */
export function SendVerificationForm({ className, children }: { className: string; children: ReactNode }) {
  return (
    <form method="post" action="/email/confirm/send">
      <button type="submit" className={className}>
        {children}
      </button>
    </form>
  )
}
