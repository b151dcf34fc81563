import { compareNames } from '#lib/domain/people/name-match.ts'

/** Whether a bank access is the person's own, judged by names: a reason to ask, never to refuse. */

/** A person's answer when the bank gave another name for the access. */
export const holderAnswers = ['theirs', 'not_theirs'] as const
export type HolderAnswer = (typeof holderAnswers)[number]

export type HolderNames = {
  /** The bank's customer who gave the access (§ AIS end-user-identity); null if that was not read. */
  readonly psu: string | null
  /** The persons whom the bank names as owners of the accounts; empty if that was not read. */
  readonly owners: readonly string[]
}

/**
 * The name from the bank to ask the person about, because it differs from theirs. Null if the names are similar
 * (`compareNames`) or the bank gave none. The customer's name decides if it is known, because accounts may belong to
 * somebody who gave that customer access to them; otherwise one owner with a similar name is enough.
 */
export function foreignHolder(person: string, { psu, owners }: HolderNames): string | null {
  const names = (psu === null ? owners : [psu]).filter(name => /\p{L}/u.test(name))
  return names.every(name => compareNames(person, name) === 'different') ? (names[0] ?? null) : null
}
