'use client'

import type { ComponentProps, ReactNode } from 'react'
import { useSyncExternalStore } from 'react'

/** What only a script answers is `disabled` until it runs there; it keeps its place meanwhile. */

const never = () => () => undefined

/** Whether this part of the page answers already: false in what the server writes. */
const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** The attributes of a control that only a script answers. How `data-waits` looks is in app/globals.css. */
export function useWaiting(disabled = false) {
  const waits = !useHydrated()
  return { disabled: disabled || waits, 'data-waits': waits || undefined }
}

/** Controls that only a script answers. */
export function Scripted({ children }: { children: ReactNode }) {
  return (
    <fieldset {...useWaiting()} role="none" className="contents">
      {children}
    </fieldset>
  )
}

/** A form that only a script sends. One that works without a script has an `action`, and is a plain form. */
export function ScriptedForm({ children, ...rest }: Omit<ComponentProps<'form'>, 'action' | 'method'>) {
  return (
    <form {...rest} method="post">
      <Scripted>{children}</Scripted>
    </form>
  )
}

/** A button that only a script answers. */
export function ScriptedButton({ disabled, ...rest }: ComponentProps<'button'>) {
  return <button type="button" {...rest} {...useWaiting(disabled)} />
}
