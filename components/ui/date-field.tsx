'use client'

import { readDayInput, writeDay } from '@guichet/values/calendar/day-input.ts'
import { useTranslations } from 'next-intl'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { describeControl, Field, Input, type NamedWords } from './field.tsx'
import { Icon } from './icon.tsx'

const Calendar = lazy(() => import('./calendar.tsx'))

type DateFieldProps = NamedWords & {
  name: string
  /** `YYYY-MM-DD`, or the invalid text typed instead. Null empties the field. */
  value?: string | null | undefined
  min?: string | undefined
  className?: string | undefined
  /** Called with a complete day, or null if the field is empty. */
  onDay?: (day: string | null) => void
}

/**
 * A day in the page's language, typed or chosen in our calendar; posted as `YYYY-MM-DD`, or as typed if it is not a day. On a
 * phone, and without JavaScript, it is the browser's own control, whose picker is made for touch.
 */
export function DateField({ name, id = name, label, hint, error, value, min, className, onDay }: DateFieldProps) {
  const t = useTranslations('common.date')
  const native = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [text, setText] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const words = { id, label, hint, error }
  const isOwn = text !== null

  useEffect(() => {
    // Keeps a day chosen before hydration.
    if (matchMedia('(pointer: fine)').matches)
      setText(writeDay(native.current?.value || native.current?.defaultValue || ''))
  }, [])
  useEffect(() => {
    if (value !== null || document.activeElement?.id === id) return
    if (native.current) native.current.value = ''
    setText(shown => (shown === null ? null : ''))
  }, [value, id])

  const tell = (typed: string) => {
    const day = readDayInput(typed)
    // A year is typed digit by digit: 0002 is on its way to 2026.
    if (typed === '' || (day !== null && day >= '1900-01-01')) onDay?.(day)
  }
  return (
    <Field {...words} className={className}>
      {isOwn ? (
        <div className="relative">
          <Input
            {...describeControl(words)}
            inputMode="numeric"
            autoComplete="off"
            maxLength={10}
            placeholder={t('placeholder')}
            value={text}
            onChange={event => {
              setText(event.target.value)
              tell(event.target.value)
            }}
            onBlur={() => setText(writeDay(readDayInput(text) ?? text))}
            className="tabular pr-12"
          />
          <input type="hidden" name={name} value={readDayInput(text) ?? text} />
          <button
            ref={button}
            type="button"
            aria-label={t('open')}
            aria-haspopup="dialog"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-xl text-soft hover:text-ink"
          >
            <Icon name="calendar" />
          </button>
          {open ? (
            <Suspense>
              <Calendar
                anchor={button}
                label={t('open')}
                day={readDayInput(text)}
                min={min}
                onClose={() => setOpen(false)}
                onPick={day => {
                  setText(writeDay(day))
                  setOpen(false)
                  onDay?.(day)
                }}
              />
            </Suspense>
          ) : null}
        </div>
      ) : (
        <Input
          {...describeControl(words)}
          ref={native}
          type="date"
          name={name}
          min={min}
          defaultValue={value ?? ''}
          onChange={event => tell(event.target.value)}
        />
      )}
    </Field>
  )
}
