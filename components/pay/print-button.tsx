'use client'

import { useSyncExternalStore } from 'react'
import { Button } from '#components/ui/button.tsx'

const never = () => () => {}

/** Opens the browser's print dialogue; not there where it could not work. */
export function PrintButton({ label }: { label: string }) {
  const runs = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return runs ? (
    <Button variant="secondary" onClick={() => window.print()}>
      {label}
    </Button>
  ) : null
}
