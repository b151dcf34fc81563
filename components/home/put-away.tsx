'use client'

import { createContext, type ReactNode, useContext } from 'react'
import { type ActionState, useAction } from '#components/actions/use-action.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'

const Putting = createContext<ActionState<void>['run'] | null>(null)

/** Says that a notice was put away, after the button of that notice is gone. */
export function PutAwayStatus({ done, children }: { done: string; children: ReactNode }) {
  const action = useAction<void>()
  return (
    <Putting value={action.run}>
      <p role="status" className="sr-only">
        {action.done ? done : null}
      </p>
      {children}
    </Putting>
  )
}

export function PutAway({ noticeId, label, children }: { noticeId: string; label: string; children: ReactNode }) {
  const run = useContext(Putting)
  const putAway = () => run?.(() => sendOnly('DELETE', `/api/notices/${noticeId}`))
  return (
    <Button variant="quiet" size="small" aria-label={label} onClick={putAway}>
      {children}
    </Button>
  )
}
