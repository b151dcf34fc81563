import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

type FieldsetProps = Omit<ComponentProps<'fieldset'>, 'title'> & { legend: ReactNode; legendHidden?: boolean }

export function Fieldset({ legend, legendHidden = false, className, children, ...rest }: FieldsetProps) {
  return (
    <fieldset {...rest} className={clsx('min-w-0', className)}>
      <legend className={legendHidden ? 'sr-only' : 'mb-2 font-semibold'}>{legend}</legend>
      {children}
    </fieldset>
  )
}
