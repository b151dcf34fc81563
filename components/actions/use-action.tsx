'use client'

import { clsx } from 'clsx'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type ReactNode, useRef, useState, useTransition } from 'react'
import { ProblemNote } from '#components/failures/problem-note.tsx'
import { RequestProblem } from '#components/query/fetch-json.ts'
import { Alert } from '#components/ui/card.tsx'

type Outcome<Result> = {
  readonly done: boolean
  /** The result of the work; null before it is done. */
  readonly result: Result | null
  readonly problem: RequestProblem | null
}

export type ActionState<Result = unknown> = Outcome<Result> & {
  readonly pending: boolean
  /** The field named by a refusal, such as `maxConnections`; null if none. */
  readonly field: string | null
  /** Every field that it names. */
  readonly fields: readonly string[]
  /** True if the work was done; false if it failed, or if earlier work is still running: a second click starts nothing. */
  readonly run: (work: () => Promise<Result>) => Promise<boolean>
  /** Forgets the outcome, and that of work still running: its result is not shown any more. */
  readonly reset: () => void
}

const none = { done: false, result: null, problem: null }

export type Reread<Result> = 'page' | 'nothing' | ((result: Result) => unknown)

/**
 * One request that changes something: whether it is running, its result or refusal, and the data to reload afterwards.
 * `reread` is a function that invalidates the queries affected by the change, or 'page', which renders the page again.
 */
export function useAction<Result = unknown>(reread: Reread<Result> = 'page'): ActionState<Result> {
  const router = useRouter()
  const [outcome, setOutcome] = useState<Outcome<Result>>(none)
  const [working, setWorking] = useState(false)
  const [refreshing, startTransition] = useTransition()
  const running = useRef<object | null>(null)
  const run = async (work: () => Promise<Result>) => {
    if (running.current) return false
    const mine = {}
    running.current = mine
    setWorking(true)
    setOutcome(none)
    const finish = (ended: Outcome<Result>) => {
      if (running.current !== mine) return
      running.current = null
      setWorking(false)
      setOutcome(ended)
    }
    try {
      const result = await work()
      if (typeof reread === 'function') await reread(result)
      finish({ done: true, result, problem: null })
      if (reread === 'page') startTransition(() => router.refresh())
      return true
    } catch (error) {
      finish({ ...none, problem: error instanceof RequestProblem ? error : new RequestProblem(0, null) })
      return false
    }
  }
  const reset = () => {
    running.current = null
    setWorking(false)
    setOutcome(none)
  }
  const said = outcome.problem?.problem
  const field = said?.field ?? null
  const fields = said?.fields ?? (field === null ? [] : [field])
  return { ...outcome, pending: working || refreshing, field, fields, run, reset }
}

type ActionNoteProps = {
  action: Pick<ActionState, 'done' | 'problem' | 'fields'>
  done?: ReactNode
  /** The form's own sentence about a refused field. */
  faultOf?: ((field: string) => string | null) | undefined
  className?: string
}

/** Announces the result of an action. If fresh authentication is needed, links to it and back here. */
export function ActionNote({ action, done, faultOf, className }: ActionNoteProps) {
  return (
    <div aria-live="polite" className={clsx('empty:hidden', className)}>
      {action.done && done ? <Alert tone="success">{done}</Alert> : null}
      {action.problem ? <Problem action={action} faultOf={faultOf} /> : null}
    </div>
  )
}

function Problem({ action, faultOf }: Pick<ActionNoteProps, 'action' | 'faultOf'>) {
  const t = useTranslations('failures')
  const { problem } = action
  const [field] = action.fields
  // For a refusal by the bank, `field` is the bank's own text.
  const said = field && (problem?.code === 'bank_refused' ? t('bankSaid', { text: field }) : faultOf?.(field))
  return <ProblemNote error={problem} said={said ?? undefined} />
}
