'use client'

import { useRouter } from 'next/navigation'
import { useRef, useState, useTransition } from 'react'
import { RequestProblem } from '#components/query/fetch-json.ts'

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
