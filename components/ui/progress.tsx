import type { ReactNode } from 'react'

type ProgressProps = { label: string; value: number; max: number; text?: ReactNode; tone?: 'brand' | 'danger' }

/** A progress bar whose width is SVG geometry, so that it needs no style attribute. */
export function Progress({ label, value, max, text, tone = 'brand' }: ProgressProps) {
  const percent = max > 0 ? Math.min(100, Math.round((value / max) * 100)) : 0
  return (
    <div className="grid gap-2">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
        className="h-2 overflow-clip rounded-full bg-line"
      >
        <svg className="h-full w-full" aria-hidden="true" focusable="false">
          <rect
            height="100%"
            width={`${percent}%`}
            rx="4"
            fill="currentColor"
            className={`${tone === 'danger' ? 'text-danger' : 'text-brand'} transition-[width] duration-500 ease-calm`}
          />
        </svg>
      </div>
      {text ? <p className="tabular text-sm text-soft">{text}</p> : null}
    </div>
  )
}
