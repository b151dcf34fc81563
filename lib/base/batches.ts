/**
 * Joins concurrent calls: `act` runs once at a time, and all calls that come before its next run share that run. No call shares a
 * run that began before it, so a result always includes what was true when the call was made. If a run fails, the calls that share
 * it fail, and no later one.
 */
export function batchCalls<Item, Answer>(
  act: (items: readonly Item[]) => Promise<Answer>,
): (item: Item) => Promise<Answer> {
  let next: { readonly items: Item[]; readonly answer: Promise<Answer> } | null = null
  let last: Promise<unknown> = Promise.resolve()
  return item => {
    if (next === null) {
      const items: Item[] = []
      const before = last
      const answer = new Promise(resolve => setImmediate(resolve))
        .then(() => before)
        .then(() => {
          next = null
          return act(items)
        })
      last = answer.catch(() => undefined)
      next = { items, answer }
    }
    next.items.push(item)
    return next.answer
  }
}
/**
 * Repeats a deletion of at most `most` rows until nothing is left, so that no transaction takes long. `deleteSome` returns how many rows it
 * deleted; returns their sum.
 */
export async function deleteInParts(deleteSome: (limit: number) => Promise<number>, most = 10_000): Promise<number> {
  let all = 0
  for (;;) {
    const deleted = await deleteSome(most)
    all += deleted
    if (deleted < most) return all
  }
}
