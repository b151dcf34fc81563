import type { ReactNode } from 'react'

type AuthCardProps = { title: ReactNode; lead: ReactNode; children: ReactNode; below: ReactNode }

/** The card of a sign-in form, with the arch of the brand. */
export function AuthCard({ title, lead, children, below }: AuthCardProps) {
  return (
    <div className="w-full max-w-md">
      <h1 className="text-3xl font-semibold tracking-[-0.03em] sm:text-4xl">{title}</h1>
      <p className="mt-2 mb-8 text-soft">{lead}</p>
      {children}
      {below === null ? null : <div className="mt-8 border-t border-line pt-6 text-soft">{below}</div>}
    </div>
  )
}
