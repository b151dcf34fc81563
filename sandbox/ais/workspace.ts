import type { Step } from '#sandbox/wire/exchange.ts'
import { refuse } from '#sandbox/wire/refuse.ts'
import { callOf } from './psu.ts'

/**
 * `workspace` (D32): a PSU has one, named like the subscription they authenticated with (the part of a professional
 * identifier before `-`); that is also the default. Any other value is 400 `FF01`.
 */
export const namesWorkspace: Step = exchange => {
  const asked = exchange.query.get('workspace')
  if (asked === null) return
  const [subscription] = callOf(exchange).person.identifier.split('-')
  if (asked !== subscription) refuse('FF01', 'workspace is unknown')
}
