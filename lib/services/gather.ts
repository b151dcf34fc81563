/**
 * Joins concurrent calls: `act` runs once at a time, and all calls that come before its next run share that run. No call shares a
 * run that began before it, so a result always includes what was true when the call was made. If a run fails, the calls that share
 * it fail, and no later one.
 */
export function gather<Item, Answer>(
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
