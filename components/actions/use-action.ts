'use client'

import { usePathname, useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { RequestProblem } from '#components/query/fetch-json.ts'

export type ActionState = {
  readonly pending: boolean
  readonly done: boolean
  readonly problem: RequestProblem | null
  /** The field a refusal names, `maxConnections`; null when it names none. */
  readonly field: string | null
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>
  readonly path: string
}

/** One action of a form or a button: its pending, its refusal, and the page read again when it worked. */
export function useAction(): ActionState {
  const router = useRouter()
  const path = usePathname()
  const [state, setState] = useState<{ done: boolean; working: boolean; problem: RequestProblem | null }>({
    done: false,
    working: false,
    problem: null,
  })
  const [refreshing, startTransition] = useTransition()
  const run = async (work: () => Promise<unknown>) => {
    setState({ done: false, working: true, problem: null })
    try {
      await work()
      setState({ done: true, working: false, problem: null })
      startTransition(() => router.refresh())
      return true
    } catch (error) {
      const problem = error instanceof RequestProblem ? error : new RequestProblem(0, null)
      setState({ done: false, working: false, problem })
      return false
    }
  }
  const { done, working, problem } = state
  return { pending: working || refreshing, done, problem, field: problem?.problem?.field ?? null, run, path }
}
