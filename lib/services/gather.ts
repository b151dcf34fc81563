/**
 * Joins what many ask at the same moment: one act at a time, and whoever asks before the next one begins shares it, and is
 * answered by it. Nobody is answered by an `act` that had begun already, so that what changed a moment ago is seen. When
 * `act` fails, all who share it fail, and nobody after.
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
