'use client'

import { useTranslations } from 'next-intl'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { drawing } from './amount-axis.tsx'

type ChartFrameProps = {
  label: string
  /** An explanation of what the axes don't show. */
  note?: string | undefined
  /** One sentence for each position on the horizontal axis, at equal distances. */
  details: readonly string[]
  children: ReactNode
}

/** Where the positions begin and end, as shares of the width. */
const from = drawing.left / drawing.width
const to = 1 - drawing.right / drawing.width

/** A chart that shows its values when pointed at or with the arrow keys. */
export function ChartFrame({ label, note, details, children }: ChartFrameProps) {
  const t = useTranslations('common.chart')
  const [at, setAt] = useState<number | null>(null)
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const share = ((event.clientX - left) / width - from) / (to - from)
    setAt(share < 0 || share >= 1 ? null : Math.floor(share * details.length))
  }
  const press = (event: KeyboardEvent) => {
    const next = moved(event.key, at, details.length)
    if (next === undefined) return
    event.preventDefault()
    setAt(next)
  }
  const step = (to - from) / Math.max(1, details.length)
  const band = at === null ? undefined : { left: `${(from + at * step) * 100}%`, width: `${step * 100}%` }
  return (
    <div>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, details.length - 1)}
        aria-valuenow={at ?? details.length - 1}
        aria-valuetext={details[at ?? details.length - 1] ?? ''}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setAt(null)}
        onKeyDown={press}
        className="relative touch-pan-y rounded-lg"
      >
        {band ? <div style={band} className="pointer-events-none absolute inset-y-0 min-w-px bg-ink/8" /> : null}
        {children}
      </div>
      <p aria-hidden="true" className="tabular mt-1 min-h-6 text-sm text-soft">
        {at === null ? (
          <>
            {note} <span className="pointer-coarse:hidden">{t('hint')}</span>
            <span className="hidden pointer-coarse:inline">{t('touch')}</span>
          </>
        ) : (
          details[at]
        )}
      </p>
    </div>
  )
}

/** The position after a key; undefined for a key without a meaning here. */
function moved(key: string, at: number | null, count: number): number | null | undefined {
  if (key === 'ArrowRight') return Math.min(count - 1, (at ?? -1) + 1)
  if (key === 'ArrowLeft') return Math.max(0, (at ?? count) - 1)
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return key === 'Escape' ? null : undefined
}
