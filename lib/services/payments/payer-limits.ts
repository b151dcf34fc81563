import type { Presence } from '#lib/domain/requests/presence.ts'
import { type Limit, takeTry } from '#lib/services/people/limits.ts'
import { hashOf } from '#lib/services/secrets.ts'

/** What payers may do, who have no account: counted for one browser at one payment or link, and for its address (C46). */

/** Where a payer's request came from. */
export type Payer = Pick<Presence, 'ipAddress' | 'userAgent'>

/**
 * A browser at one place does what a person does. All payers of a shop's network share one address: two hundred of them in
 * ten minutes, three tries each, are no attack.
 */
const limits = {
  'pay-start': { browser: { limit: 10, windowSeconds: 600 }, address: { limit: 600, windowSeconds: 600 } },
  // Two pages that ask every two seconds, for ten minutes.
  'pay-poll': { browser: { limit: 1_200, windowSeconds: 600 }, address: { limit: 30_000, windowSeconds: 600 } },
  'link-open': { browser: { limit: 30, windowSeconds: 600 }, address: { limit: 600, windowSeconds: 600 } },
} as const satisfies Record<string, { browser: Limit; address: Limit }>

/**
 * Counts a payer's request: first for the browser (its address and what it calls itself) at this place, then for the address over
 * all places, so that one who is refused takes nothing from the others. `place` is the id of the payment or link; null for one that
 * does not exist, which counts for the address alone. Refuses `too_many_tries` with when to try again.
 */
export async function takePayerTry(what: keyof typeof limits, place: string | null, payer: Payer): Promise<void> {
  const { browser, address } = limits[what]
  const { ipAddress, userAgent } = payer
  if (place !== null) await takeTry(`${what}:${hashOf(`${place}\n${ipAddress}\n${userAgent ?? ''}`)}`, browser)
  await takeTry(`${what}:${ipAddress}`, address)
}
