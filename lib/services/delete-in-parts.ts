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
