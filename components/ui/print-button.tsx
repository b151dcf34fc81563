'use client'

import { type ReactNode, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import type { Look } from './button-class.ts'

const never = () => () => {}

/** Opens the browser's print dialogue; not rendered without JavaScript. */
export function PrintButton({ variant, children }: Pick<Look, 'variant'> & { children: ReactNode }) {
  const runs = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return runs ? (
    <Button variant={variant} onClick={() => window.print()}>
      {children}
    </Button>
  ) : null
}
