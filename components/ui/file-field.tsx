'use client'

import { useTranslations } from 'next-intl'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { buttonClass } from './button-class.ts'
import { describeControl, Field, type NamedWords } from './field.tsx'

type FileFieldProps = NamedWords & Omit<ComponentProps<'input'>, 'type'>

/** A file input with texts in the page's language; without JavaScript it is the browser's control in the browser's language. */
export function FileField({ label, hint, error, className, onChange, ...rest }: FileFieldProps) {
  const t = useTranslations('common.file')
  const [name, setName] = useState<string | null>(null)
  const words = { id: rest.id ?? rest.name ?? '', label, hint, error }
  return (
    <Field {...words} className={className}>
      <div className="relative flex min-h-11 items-center gap-3 rounded-xl has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand">
        <input
          {...rest}
          {...describeControl(words)}
          type="file"
          className="absolute inset-0 cursor-pointer opacity-0 noscript:static noscript:opacity-100"
          onChange={event => {
            setName(event.target.files?.[0]?.name ?? null)
            onChange?.(event)
          }}
        />
        <span aria-hidden="true" className={buttonClass({ variant: 'secondary', className: 'noscript:hidden' })}>
          {t('choose')}
        </span>
        <span className="min-w-0 truncate text-[0.9375rem] text-soft noscript:hidden" role="status">
          {name === null ? t('none') : <bdi>{name}</bdi>}
        </span>
      </div>
    </Field>
  )
}

type CheckFileProps = { action: { readonly pending: boolean; readonly result: unknown }; children: ReactNode }

/** Sends the file to be checked, first or again. */
export function CheckFile({ action: { pending, result }, children }: CheckFileProps) {
  return (
    <div className="sm:col-span-2">
      <Button type="submit" loading={pending} variant={result ? 'secondary' : 'primary'}>
        {children}
      </Button>
    </div>
  )
}
