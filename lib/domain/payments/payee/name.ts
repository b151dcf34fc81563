import { compareNames, type NameMatch } from '#lib/domain/people/name-match.ts'

/** From the person's own data. */
export type KnownName = {
  readonly name: string
  /** `paid`: a transfer to it was authorised before. */
  readonly from: 'own' | 'paid'
}

export type PayeeNameCheck = { readonly match: NameMatch; readonly known: string; readonly from: KnownName['from'] }

const bestFirst: readonly NameMatch[] = ['same', 'close', 'different']

/** Best match, the first of equals; null if no name is known. A warning, never a refusal: only the bank knows. */
export function checkPayeeName(typed: string, known: readonly KnownName[]): PayeeNameCheck | null {
  const checks = known.map(({ name, from }) => ({ match: compareNames(typed, name), known: name, from }))
  return checks.toSorted((one, other) => bestFirst.indexOf(one.match) - bestFirst.indexOf(other.match))[0] ?? null
}
