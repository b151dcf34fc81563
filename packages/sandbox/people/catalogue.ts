import { setFrenchSpaces } from '@guichet/values/text/french-spaces.ts'
import { z } from 'zod'
import rows from './catalogue.json' with { type: 'json' }

const text = z.string()
const Row = z.strictObject({
  /** Stable id of the person in the store. */
  id: text,
  firstName: text,
  lastName: text,
  bankCode: text,
  identifier: text,
  password: text,
  maskedPhone: text,
  story: z.strictObject({ fr: text, en: text }),
  status: z.enum(['active', 'terminated']).default('active'),
  /**
   * A problem that affects everything of a customer: the interface does not know their number (IPSU), the system that keeps their
   * accounts does not answer (INTS), or their consents need two signatures (NIMP, 501).
   */
  trouble: z.enum(['unregistered', 'unreachable', 'two_signatures']).nullable().default(null),
})

/** A person to use at one of the banks, as shown by the start page and the scripts. */
export type CataloguePerson = Readonly<z.output<typeof Row>> & {
  readonly name: string
  readonly segment: 'retail' | 'professional'
}

/** All people in the order of the banks; those for a refusal come last at theirs (their codes: `ais/reachable-codes.ts`). */
export const catalogue: readonly CataloguePerson[] = z
  .array(Row)
  .parse(rows)
  .map(row => ({
    ...row,
    story: { ...row.story, fr: setFrenchSpaces(row.story.fr) },
    name: `${row.firstName} ${row.lastName}`.trim(),
    segment: row.identifier.includes('-') ? 'professional' : 'retail',
  }))

const troubles = new Map(catalogue.map(({ id, trouble }) => [id, trouble]))

/** A customer's problem; null for almost everyone. */
export function troubleOf(personId: string): CataloguePerson['trouble'] {
  return troubles.get(personId) ?? null
}
