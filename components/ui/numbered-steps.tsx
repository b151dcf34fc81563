import type { ReactNode } from 'react'

/** A numbered list of steps. */
export function NumberedSteps({ steps }: { steps: readonly { readonly key: string; readonly text: ReactNode }[] }) {
  return (
    <ol className="mt-3 grid gap-3">
      {steps.map(({ key, text }, index) => (
        <li key={key} className="flex gap-3 text-[0.9375rem]">
          <span
            aria-hidden="true"
            className="tabular grid size-6 shrink-0 place-items-center rounded-full bg-brand-tint text-sm font-semibold text-brand-ink"
          >
            {index + 1}
          </span>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  )
}
