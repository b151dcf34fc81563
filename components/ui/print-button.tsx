'use client'

import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import type { Look } from './button-class.ts'

/** Opens the browser's print dialogue; hidden without JavaScript. */
export function PrintButton({ variant, children }: Pick<Look, 'variant'> & { children: ReactNode }) {
  return (
    <Button variant={variant} className="noscript:hidden" onClick={() => window.print()}>
      {children}
    </Button>
  )
}
