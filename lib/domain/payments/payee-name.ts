import { compareNames, type NameMatch } from '#lib/domain/people/name-match.ts'

/** A holder's name known for an IBAN from the person's own data; banks do not give us other holders' names. */
export type KnownName = {
  readonly name: string
  /** `own`: a linked account of the person. `paid`: a transfer to it was authorised at a bank before. */
  readonly from: 'own' | 'paid'
}

export type PayeeNameCheck = { readonly match: NameMatch; readonly known: string; readonly from: KnownName['from'] }

const bestFirst: readonly NameMatch[] = ['same', 'close', 'different']

/**
 * Compares the payee's name with the names known for its IBAN and returns the best match, the first of equal ones. Null if no
 * name is known. The result is a warning, never a refusal: only the bank knows who holds an account.
 */
export function checkPayeeName(typed: string, known: readonly KnownName[]): PayeeNameCheck | null {
  const checks = known.map(({ name, from }) => ({ match: compareNames(typed, name), known: name, from }))
  return checks.toSorted((one, other) => bestFirst.indexOf(one.match) - bestFirst.indexOf(other.match))[0] ?? null
}
