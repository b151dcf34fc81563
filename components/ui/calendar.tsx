'use client'

import { Popover } from '@base-ui/react/popover'
import { addDays, addMonths } from '@guichet/values/calendar/day.ts'
import { weeksOfMonth } from '@guichet/values/calendar/day-input.ts'
import { useLocale, useTranslations } from 'next-intl'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { formatDate, formatMonth } from '#components/format/text.ts'
import { Icon } from './icon.tsx'

type CalendarProps = {
  anchor: RefObject<HTMLElement | null>
  label: string
  day: string | null
  min?: string | undefined
  onPick: (day: string) => void
  onClose: () => void
}

const steps: { readonly [key in string]?: (day: string) => string } = {
  ArrowLeft: day => addDays(day, -1),
  ArrowRight: day => addDays(day, 1),
  ArrowUp: day => addDays(day, -7),
  ArrowDown: day => addDays(day, 7),
  PageUp: day => addMonths(day, -1),
  PageDown: day => addMonths(day, 1),
}

/** A calendar month next to a field, navigated by arrow keys; loaded when it is opened. */
export default function Calendar({ anchor, label, day, min, onPick, onClose }: CalendarProps) {
  const t = useTranslations('common.date')
  const locale = useLocale()
  const [today] = useState(() => new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Paris' }))
  const [at, setAt] = useState(day ?? (min !== undefined && min > today ? min : today))
  const current = useRef<HTMLButtonElement>(null)
  const moved = useRef(true)
  useEffect(() => {
    if (moved.current && at) current.current?.focus()
    moved.current = false
  }, [at])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    moved.current = true
    setAt(step(at))
  }
  const turn = (count: number, name: 'previous' | 'next') => (
    <button
      type="button"
      aria-label={t(name)}
      onClick={() => setAt(addMonths(at, count))}
      className="grid size-10 place-items-center rounded-lg text-soft hover:bg-sunken"
    >
      <Icon name="chevronRight" className={count < 0 ? 'size-4.5 rotate-180' : 'size-4.5'} />
    </button>
  )
  return (
    <Popover.Root open onOpenChange={open => (open ? undefined : onClose())}>
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} sideOffset={6} align="end" className="z-50">
          <Popover.Popup
            aria-label={label}
            initialFocus={current}
            finalFocus={anchor}
            className="rounded-2xl border border-line bg-surface p-3 text-ink shadow-lift outline-none"
          >
            <div className="flex items-center justify-between">
              {turn(-1, 'previous')}
              <p aria-live="polite" className="font-semibold first-letter:uppercase">
                {formatMonth(at.slice(0, 7), locale)}
              </p>
              {turn(1, 'next')}
            </div>
            <table className="tabular mt-1 text-[0.9375rem]">
              <thead>
                <tr>
                  {[5, 6, 7, 8, 9, 10, 11].map(monday => (
                    <th key={monday} scope="col" className="size-10 text-[0.8125rem] font-medium text-faint">
                      {new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
                        .format(new Date(Date.UTC(2026, 0, monday)))
                        .slice(0, 2)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody onKeyDown={onKeyDown}>
                {weeksOfMonth(at).map(week => (
                  <tr key={week.find(one => one !== null)}>
                    {week.map((one, index) =>
                      one === null ? (
                        // biome-ignore lint/suspicious/noArrayIndexKey: a weekday is its position
                        <td key={index} />
                      ) : (
                        <td key={one}>
                          <button
                            type="button"
                            ref={one === at ? current : undefined}
                            tabIndex={one === at ? 0 : -1}
                            disabled={min !== undefined && one < min}
                            aria-label={formatDate(one, locale, 'full')}
                            aria-current={one === today ? 'date' : undefined}
                            aria-pressed={one === day}
                            onClick={() => onPick(one)}
                            className="size-10 rounded-lg hover:bg-sunken disabled:opacity-40 aria-[current=date]:font-bold aria-[current=date]:text-brand-ink aria-pressed:bg-brand aria-pressed:text-on-brand"
                          >
                            {Number(one.slice(8))}
                          </button>
                        </td>
                      ),
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
