import type { ReactNode } from 'react'
import { Link } from './link.tsx'

type BreadcrumbProps = { label: string; steps: readonly { href: string; label: ReactNode }[]; current: ReactNode }

export function Breadcrumb({ label, steps, current }: BreadcrumbProps) {
  return (
    <nav aria-label={label}>
      <ol className="flex flex-wrap items-center gap-x-2 text-sm text-soft">
        {steps.map(step => (
          <li key={step.href} className="flex items-center gap-2">
            <Link href={step.href} className="inline-flex min-h-8 items-center hover:text-ink hover:underline">
              {step.label}
            </Link>
            <span aria-hidden="true" className="text-control">
              /
            </span>
          </li>
        ))}
        <li aria-current="page" className="min-w-0 truncate text-ink">
          {current}
        </li>
      </ol>
    </nav>
  )
}
