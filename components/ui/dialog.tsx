'use client'

import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  closeLabel: string
  children: ReactNode
}

/** A bottom sheet on a phone, a centred card elsewhere. Focus stays inside and is restored on closing. */
export function Dialog({ open, onOpenChange, title, description, closeLabel, children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-veil transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup className="fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col rounded-t-3xl border border-line bg-surface text-ink shadow-lift transition-[opacity,translate] duration-200 ease-calm data-ending-style:translate-y-4 data-ending-style:opacity-0 data-starting-style:translate-y-4 data-starting-style:opacity-0 sm:inset-0 sm:m-auto sm:h-fit sm:w-full sm:max-w-lg sm:rounded-3xl">
          <header className="flex items-start justify-between gap-4 px-6 pt-6">
            <div>
              <Base.Title className="text-xl font-semibold">{title}</Base.Title>
              {description ? <Base.Description className="mt-1.5 text-soft">{description}</Base.Description> : null}
            </div>
            <Base.Close
              aria-label={closeLabel}
              className="-mr-3 -mt-2 grid size-11 shrink-0 place-items-center rounded-full text-soft hover:bg-sunken"
            >
              <svg viewBox="0 0 16 16" className="size-4.5" aria-hidden="true">
                <path d="m3.5 3.5 9 9m0-9-9 9" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
              </svg>
            </Base.Close>
          </header>
          {/* Long content scrolls, which by keyboard requires focus. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable (WCAG 2.1.1) */}
          <div tabIndex={0} className="min-h-0 overflow-y-auto px-6 py-5">
            {children}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
