import type { DatabaseSync } from 'node:sqlite'
import { type Clock, parisDay } from '#sandbox/clock.ts'
import { advanceLives } from './advance.ts'

const advancedTo = new WeakMap<DatabaseSync, string>()

/**
 * The bank's day in Paris, with every life advanced to it, so that a bank that runs over midnight, or whose clock is moved,
 * continues with the next call.
 */
export function bankDay({ db, clock }: { readonly db: DatabaseSync; readonly clock: Pick<Clock, 'now'> }): string {
  const today = parisDay(clock.now())
  if (advancedTo.get(db) !== today) {
    advanceLives(db, today)
    advancedTo.set(db, today)
  }
  return today
}
