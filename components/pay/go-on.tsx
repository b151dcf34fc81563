'use client'

import { useEffect } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import { isAwaited } from './awaited.ts'
import { isLeaving } from './leaving.ts'

type GoOnProps = {
  publicId: string
  href: string
  label: string /** Whether a payer who waited for this returns at once. */
  atOnce: boolean
}

/**
 * The way back to the payee's site. A payer who waited here for the bank goes back at once; one who comes back later to read the
 * page is left alone.
 */
export function GoOn({ publicId, href, label, atOnce }: GoOnProps) {
  useEffect(() => {
    if (isAwaited(publicId) && atOnce && !isLeaving()) window.location.assign(href)
  }, [publicId, href, atOnce])
  return (
    <a href={href} className={buttonClass({ size: 'large' })}>
      {label}
    </a>
  )
}
