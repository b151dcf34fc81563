import { Refused } from '#lib/domain/refusals/refused.ts'

export type Turns = {
  /** In this process. */
  readonly atOnce: number
  readonly eachAtOnce: number
  /** Of one person, besides those that run. */
  readonly eachWaiting: number
}

/**
 * Runs what is dear for a person when it is their turn: some at once in a process, fewer for each person, the others in the order they
 * came. Refusals: `too_many_tries` for a person with too many waiting.
 */
export function takeTurns(limits: Turns): <Result>(userId: string, act: () => Promise<Result>) => Promise<Result> {
  const running: string[] = []
  const waiting: { readonly userId: string; readonly begin: () => void }[] = []
  const count = (list: readonly string[], userId: string) => list.filter(one => one === userId).length
  const beginNext = () => {
    const mayRun = ({ userId }: { readonly userId: string }) => count(running, userId) < limits.eachAtOnce
    const at = running.length < limits.atOnce ? waiting.findIndex(mayRun) : -1
    const [next] = at < 0 ? [] : waiting.splice(at, 1)
    if (next === undefined) return
    running.push(next.userId)
    next.begin()
  }
  return async (userId, act) => {
    const before = waiting.map(one => one.userId)
    if (count(before, userId) >= limits.eachWaiting) throw new Refused('too_many_tries', { retryAfterSeconds: 5 })
    await new Promise<void>(begin => {
      waiting.push({ userId, begin })
      beginNext()
    })
    try {
      return await act()
    } finally {
      running.splice(running.indexOf(userId), 1)
      beginNext()
    }
  }
}
