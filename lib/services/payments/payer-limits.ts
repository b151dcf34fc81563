import type { Presence } from '@guichet/stet/terms/presence.ts'
import { type Limit, takeTry } from '#lib/base/rate-limit.ts'
import { hashOf } from '#lib/base/secrets.ts'

/** Rate limits for payers, who have no account: per browser and payment or link, and per IP address (C46). */

/** Where a payer's request came from. */
export type Payer = Pick<Presence, 'ipAddress' | 'userAgent'>

/**
 * A browser makes the requests of one person; all customers of a shop may share one IP address. Two hundred of them with three
 * attempts each in ten minutes are not an attack.
 */
const limits = {
  'pay-start': { browser: { limit: 10, windowSeconds: 600 }, address: { limit: 600, windowSeconds: 600 } },
  // Two pages polling every two seconds, for ten minutes.
  'pay-poll': { browser: { limit: 1_200, windowSeconds: 600 }, address: { limit: 30_000, windowSeconds: 600 } },
  // A code for each look at the page.
  'pay-qr': { browser: { limit: 60, windowSeconds: 600 }, address: { limit: 3_000, windowSeconds: 600 } },
  'invoice-file': { browser: { limit: 30, windowSeconds: 600 }, address: { limit: 600, windowSeconds: 600 } },
  'link-open': { browser: { limit: 30, windowSeconds: 600 }, address: { limit: 600, windowSeconds: 600 } },
} as const satisfies Record<string, { browser: Limit; address: Limit }>

/**
 * Counts a payer's request: first per browser (IP address and user agent) and payment or link, then per IP address, so that a refused
 * payer does not use up the limit of others. `targetId` is the id of the payment or link; null if it does not exist, which counts
 * for the IP address only. Refuses `too_many_tries` with the time to retry.
 */
export async function countPayerTry(what: keyof typeof limits, targetId: string | null, payer: Payer): Promise<void> {
  const { browser, address } = limits[what]
  const { ipAddress, userAgent } = payer
  if (targetId !== null) await takeTry(`${what}:${hashOf(`${targetId}\n${ipAddress}\n${userAgent ?? ''}`)}`, browser)
  await takeTry(`${what}:${ipAddress}`, address)
}
