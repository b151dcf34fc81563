'use client'

import { type ReactNode, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ActionNote, type Reread, useAction } from './use-action.tsx'

type ConfirmedProps = {
  /** On the button that begins. */
  start: string
  /** What happens, as a question. */
  ask: string
  yes: string
  no: string
  /** Forgets what the last act said, which is not the answer to this question. */
  onAsk: () => void
  /** Whether it was done; else the question stays, with what was written. */
  onYes: () => Promise<boolean>
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
  onAsk,
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
        onClick={() => {
          onAsk()
          setIsAsked(true)
        }}
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
        onClick={async () => {
          if (await onYes()) setIsAsked(false)
        }}
      >
        {yes}
      </Button>
      <Button variant="quiet" size={size} disabled={pending} onClick={() => setIsAsked(false)}>
        {no}
      </Button>
    </div>
  )
}

type ConfirmedActionProps = Omit<ConfirmedProps, 'onAsk' | 'onYes' | 'pending'> & {
  act: () => Promise<unknown>
  faults?: ((field: string) => string | null) | undefined
  reread?: Reread<unknown>
  onDone?: () => void
}

/** The same for an act of one request, with why it failed below. */
export function ConfirmedAction({ act, faults, reread, onDone, ...words }: ConfirmedActionProps) {
  const action = useAction(reread)
  const onYes = async () => {
    const isDone = await action.run(act)
    if (isDone) onDone?.()
    return isDone
  }
  return (
    <div className="grid gap-3">
      <div>
        <Confirmed {...words} onAsk={action.reset} onYes={onYes} pending={action.pending} />
      </div>
      <ActionNote action={action} faultOf={faults} />
    </div>
  )
}
