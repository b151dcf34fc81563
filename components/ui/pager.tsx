import type { ReactNode } from 'react'
import { ButtonLink } from './button-link.tsx'

type Turn = { href: string; label: ReactNode } | null

/** Below a list: back to its first page, and on to the next. */
export function Pager({ label, newest = null, older }: { label?: string; newest?: Turn; older: Turn }) {
  if (newest === null && older === null) return null
  const turn = (to: Turn) =>
    to === null ? (
      <span />
    ) : (
      <ButtonLink href={to.href} variant="secondary">
        {to.label}
      </ButtonLink>
    )
  return (
    <nav aria-label={label} className="mt-4 flex justify-between gap-3">
      {turn(newest)}
      {turn(older)}
    </nav>
  )
}
