import { compareNames } from '#lib/domain/people/name-match.ts'

/** Whether an access to a bank is the person's own, as far as names tell: for asking, never for refusing. */

/** What a person answers when the bank gave the access under another name. */
export const holderAnswers = ['theirs', 'not_theirs'] as const
export type HolderAnswer = (typeof holderAnswers)[number]

export type HolderNames = {
  /** The bank's customer who gave the access (§ AIS end-user-identity); null if that was not read. */
  readonly psu: string | null
  /** The persons whom the bank names as owners of the accounts; empty if that was not read. */
  readonly owners: readonly string[]
}

/**
 * The name to ask the person about: one that the bank gave and that is not like theirs. Null if the names are alike
 * (`compareNames`) or the bank gave none. The customer's name decides where it is known, because accounts may belong to
 * somebody who gave that customer access to them; otherwise one owner of a like name is enough.
 */
export function foreignHolder(person: string, { psu, owners }: HolderNames): string | null {
  const names = (psu === null ? owners : [psu]).filter(name => /\p{L}/u.test(name))
  return names.every(name => compareNames(person, name) === 'different') ? (names[0] ?? null) : null
}
