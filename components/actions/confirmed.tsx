'use client'

import { type ReactNode, useState } from 'react'
import { Button } from '#components/ui/button.tsx'

type ConfirmedProps = {
  /** On the button that begins. */
  start: string
  /** What happens, as a question. */
  ask: string
  yes: string
  no: string
  onYes: () => void
  pending: boolean
  /** An act that gives something, in place of one that takes something away. */
  isGood?: boolean
  size?: 'small'
  /** The name of the first button, if its words are not enough. */
  label?: string
  /** A choice within the question. */
  children?: ReactNode
}

/** An act that is asked about before it is done. */
export function Confirmed({
  start,
  ask,
  yes,
  no,
  onYes,
  pending,
  isGood = false,
  size,
  label,
  children,
}: ConfirmedProps) {
  const [isAsked, setIsAsked] = useState(false)
  if (!isAsked) {
    return (
      <Button
        variant={isGood ? 'primary' : 'danger'}
        size={size}
        aria-label={label}
        loading={pending}
        onClick={() => setIsAsked(true)}
      >
        {start}
      </Button>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p role="status" className="w-full text-sm">
        {ask}
      </p>
      {children ? <div className="w-full">{children}</div> : null}
      <Button
        variant={isGood ? 'primary' : 'destroy'}
        size={size}
        loading={pending}
        onClick={() => {
          setIsAsked(false)
          onYes()
        }}
      >
        {yes}
      </Button>
      <Button variant="quiet" size={size} onClick={() => setIsAsked(false)}>
        {no}
      </Button>
    </div>
  )
}
