import { Refused } from '#lib/domain/refusals/refused.ts'

export type Turns = {
  readonly atOnce: number
  readonly eachAtOnce: number
  readonly eachWaiting: number
}

/** Who has the fewest of its person before it is next. Refusals: `too_many_tries` with too many waiting. */
export function takeTurns(limits: Turns): <Result>(userId: string, act: () => Promise<Result>) => Promise<Result> {
  const running: string[] = []
  const waiting: { readonly userId: string; readonly ahead: number; readonly begin: () => void }[] = []
  const count = (list: readonly string[], userId: string) => list.filter(one => one === userId).length
  const beginNext = () => {
    const mayRun = ({ userId }: { readonly userId: string }) => count(running, userId) < limits.eachAtOnce
    const able = running.length < limits.atOnce ? waiting.filter(mayRun) : []
    const fewest = able.reduce((least, { ahead }) => Math.min(least, ahead), Number.POSITIVE_INFINITY)
    const next = able.find(({ ahead }) => ahead === fewest)
    if (next === undefined) return
    waiting.splice(waiting.indexOf(next), 1)
    running.push(next.userId)
    next.begin()
  }
  return async (userId, act) => {
    const before = waiting.filter(one => one.userId === userId).length
    if (before >= limits.eachWaiting) throw new Refused('too_many_tries', { retryAfterSeconds: 5 })
    await new Promise<void>(begin => {
      waiting.push({ userId, ahead: before + count(running, userId), begin })
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
