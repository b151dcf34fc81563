/**
 * Joins what many ask at the same moment: whoever asks before `act` begins shares it, and is answered by it. Nobody is
 * answered by an `act` that had begun already, so that what changed a moment ago is seen. When `act` fails, all who share
 * it fail.
 */
export function gather<Item, Answer>(
  act: (items: readonly Item[]) => Promise<Answer>,
): (item: Item) => Promise<Answer> {
  let next: { readonly items: Item[]; readonly answer: Promise<Answer> } | null = null
  return item => {
    if (next === null) {
      const items: Item[] = []
      const answer = new Promise(resolve => setImmediate(resolve)).then(() => {
        next = null
        return act(items)
      })
      next = { items, answer }
    }
    next.items.push(item)
    return next.answer
  }
}
