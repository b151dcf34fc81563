/** Mutants that no test can kill, found by reading: the same behaviour written otherwise. `before` and `after` as they are reported. */
export const equivalents: readonly {
  readonly file: string
  readonly before: string
  readonly after: string
  readonly why: string
}[] = []
