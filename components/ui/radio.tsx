import type { ComponentProps, ReactNode } from 'react'

type RadioProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & { children: ReactNode }

/** A native radio button with its label. */
export function Radio({ children, ...rest }: RadioProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input {...rest} type="radio" className="size-5 shrink-0 accent-brand" />
      <span>{children}</span>
    </label>
  )
}
