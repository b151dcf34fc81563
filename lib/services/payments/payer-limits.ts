import type { Presence } from '@guichet/stet/terms/presence.ts'
import { type Limit, takeTry } from '#lib/base/rate-limit.ts'
import { hashOf } from '#lib/base/secrets.ts'

/** C46. */

export type Payer = Pick<Presence, 'ipAddress' | 'userAgent'>

/** All customers of a shop may share an address; two hundred with three attempts are no attack. */
const limits = {
  'pay-start': { browser: { limit: 10, windowSeconds: 600 }, address: { limit: 600, windowSeconds: 600 } },
  // Two pages every two seconds.
  'pay-poll': { browser: { limit: 1_200, windowSeconds: 600 }, address: { limit: 30_000, windowSeconds: 600 } },
  'pay-qr': { browser: { limit: 60, windowSeconds: 600 }, address: { limit: 3_000, windowSeconds: 600 } },
  'invoice-file': { browser: { limit: 30, windowSeconds: 600 }, address: { limit: 600, windowSeconds: 600 } },
  'link-open': { browser: { limit: 30, windowSeconds: 600 }, address: { limit: 600, windowSeconds: 600 } },
} as const satisfies Record<string, { browser: Limit; address: Limit }>

/**
 * Browser and payment first, then address: a refused payer uses up nobody else's. `targetId` null: address only.
 * Refuses `too_many_tries`.
 */
export async function countPayerTry(what: keyof typeof limits, targetId: string | null, payer: Payer): Promise<void> {
  const { browser, address } = limits[what]
  const { ipAddress, userAgent } = payer
  if (targetId !== null) await takeTry(`${what}:${hashOf(`${targetId}\n${ipAddress}\n${userAgent ?? ''}`)}`, browser)
  await takeTry(`${what}:${ipAddress}`, address)
}
