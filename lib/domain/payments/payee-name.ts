import { compareNames, type NameMatch } from '#lib/domain/people/name-match.ts'

/** What we know of whose an IBAN is, from the person's own data; banks tell us no names of others. */
export type KnownName = {
  readonly name: string
  /** `own`: a linked account of the person. `paid`: a transfer to it was agreed at a bank before. */
  readonly from: 'own' | 'paid'
}

export type PayeeNameCheck = { readonly match: NameMatch; readonly known: string; readonly from: KnownName['from'] }

/**
 * Holds the name that a transfer is to go to against the names known for its IBAN: the best match, of equal ones the first given.
 * Null when nothing is known. It warns and never refuses: only the bank's own check knows who holds an account.
 */
export function checkPayeeName(typed: string, known: readonly KnownName[]): PayeeNameCheck | null {
  const rank = { same: 0, close: 1, different: 2 } as const
  const checks = known.map(({ name, from }) => ({ match: compareNames(typed, name), known: name, from }))
  return checks.toSorted((one, other) => rank[one.match] - rank[other.match])[0] ?? null
}
