/** At most `limit` at a time; the first failure is thrown at the end. */
export async function inParallel<Item>(
  items: readonly Item[],
  limit: number,
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values()
  const work = async () => {
    const failures: unknown[] = []
    for (const item of waiting) await act(item).catch((error: unknown) => failures.push(error))
    return failures
  }
  const failures = (await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work))).flat()
  if (failures.length > 0) throw failures[0]
}
