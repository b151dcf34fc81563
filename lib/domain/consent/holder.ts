import { compareNames } from '#lib/domain/people/name-match.ts'

/** A reason to ask, never to refuse. */

export const holderAnswers = ['theirs', 'not_theirs'] as const
export type HolderAnswer = (typeof holderAnswers)[number]

export type HolderNames = {
  /** § AIS end-user-identity; null if not read. */
  readonly psu: string | null
  /** Empty if not read. */
  readonly owners: readonly string[]
}

/**
 * The bank's name to ask about; null if similar (`compareNames`) or none. The customer's name decides if known, as
 * accounts may be others'; else one similar owner is enough.
 */
export function foreignHolder(person: string, { psu, owners }: HolderNames): string | null {
  const names = (psu === null ? owners : [psu]).filter(name => /\p{L}/u.test(name))
  return names.every(name => compareNames(person, name) === 'different') ? (names[0] ?? null) : null
}
