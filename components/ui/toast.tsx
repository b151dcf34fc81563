'use client'

import { Toast as Base } from '@base-ui/react/toast'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type Tone = 'info' | 'success' | 'danger'

/** Wraps the part of a page that announces things. `closeLabel` names the cross. */
export function ToastProvider({ closeLabel, children }: { closeLabel: string; children: ReactNode }) {
  return (
    <Base.Provider timeout={7000} limit={3}>
      {children}
      <Base.Portal>
        <Base.Viewport className="fixed inset-x-4 bottom-24 z-50 mx-auto flex max-w-sm flex-col gap-2 outline-none lg:inset-x-auto lg:right-8 lg:bottom-8 lg:w-96">
          <ToastList closeLabel={closeLabel} />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

const marks: Record<Tone, string> = { info: 'bg-info', success: 'bg-positive', danger: 'bg-danger' }

function ToastList({ closeLabel }: { closeLabel: string }) {
  const { toasts } = Base.useToastManager()
  return toasts.map(toast => (
    <Base.Root
      key={toast.id}
      toast={toast}
      className="flex items-start gap-3 rounded-2xl border border-line bg-surface p-4 text-ink shadow-lift transition-[opacity,translate] duration-200 ease-calm data-ending-style:opacity-0 data-starting-style:translate-y-3 data-starting-style:opacity-0"
    >
      <span aria-hidden="true" className={clsx('mt-2 size-2 shrink-0 rounded-full', marks[toneOf(toast.type)])} />
      <div className="min-w-0 flex-1">
        <Base.Title className="font-semibold" />
        <Base.Description className="text-[0.9375rem] text-soft" />
      </div>
      <Base.Close
        aria-label={closeLabel}
        className="-m-2 grid size-11 shrink-0 place-items-center rounded-full text-soft hover:bg-sunken"
      >
        <svg viewBox="0 0 16 16" className="size-4" aria-hidden="true">
          <path d="m3.5 3.5 9 9m0-9-9 9" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
        </svg>
      </Base.Close>
    </Base.Root>
  ))
}

function toneOf(type: string | undefined): Tone {
  return type === 'success' || type === 'danger' ? type : 'info'
}

/** `show({ title, description, tone })`: said aloud politely, gone after seven seconds, kept while hovered or focused. */
export function useToast() {
  const manager = Base.useToastManager()
  return {
    show: (toast: { title: string; description?: string; tone?: Tone }) =>
      manager.add({ title: toast.title, description: toast.description, type: toast.tone ?? 'info' }),
  }
}
