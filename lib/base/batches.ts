/**
 * Joins concurrent calls: `act` runs once at a time for all that wait. No call shares a run begun before it. A
 * failed run fails its own calls.
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
/** `most` at a time, so that no transaction takes long. `deleteSome` returns its count; returns the sum. */
export async function deleteInParts(deleteSome: (limit: number) => Promise<number>, most = 10_000): Promise<number> {
  let all = 0
  for (;;) {
    const deleted = await deleteSome(most)
    all += deleted
    if (deleted < most) return all
  }
}
