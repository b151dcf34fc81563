/** Mutants that no test can kill, found by reading: the same behaviour written otherwise. `before` and `after` as they are reported. */
export const equivalents: readonly {
  readonly file: string
  readonly before: string
  readonly after: string
  readonly why: string
}[] = [
  {
    file: 'lib/domain/accounts/near-word.ts',
    before: 'for (let column = 0; column <= right.length; column += 1) {',
    after: 'for (let column = -1; column <= right.length; column += 1) {',
    why: 'The column before the first is infinitely far from everything, as is what is outside of the table.',
  },
  {
    file: 'lib/domain/accounts/recurring.ts',
    before: 'const day = due < today ? today : due',
    after: 'const day = due <= today ? today : due',
    why: 'Where both are the same day it does not matter which is taken.',
  },
]
