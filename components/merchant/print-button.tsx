'use client'

import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'

/** Opens the browser's print dialog; not printed itself. */
export function PrintButton({ children }: { children: ReactNode }) {
  return <Button onClick={() => window.print()}>{children}</Button>
}
