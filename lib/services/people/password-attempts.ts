import { forgetTries, returnTry, takeGuess, takeTry } from '#lib/base/rate-limit.ts'
import { hashOf } from '#lib/base/secrets.ts'
import { networkOf } from '#lib/domain/requests/peer.ts'
import { findDeviceOwner } from './devices.ts'

/**
 * A known browser and a session have their own counter; all others share one per address (C27), and count by
 * network.
 */

export type Guesser = {
  readonly ip: string
  readonly device: string | null
  readonly session?: { readonly userId: string; readonly sessionId: string }
}

const networkLimit = { limit: 30, windowSeconds: 900 }

/** Before checking; the returned function clears it. Refuses too_many_tries. */
export async function countAttempt(address: string, { ip, device, session }: Guesser): Promise<() => Promise<void>> {
  const ownerId = await findDeviceOwner(address, device)
  const ownKey =
    ownerId !== null
      ? `guess:device:${ownerId}:${hashOf(device ?? '')}`
      : session && `guess:session:${session.userId}:${session.sessionId}`
  if (ownKey) {
    await takeGuess(ownKey)
    return () => forgetTries(ownKey)
  }
  const [networkKey, addressKey] = [`signin:ip:${networkOf(ip)}`, `guess:email:${hashOf(address)}`]
  await takeTry(networkKey, networkLimit)
  try {
    await takeGuess(addressKey)
  } catch (error) {
    // Nothing was guessed.
    await returnTry(networkKey)
    throw error
  }
  return async () => {
    await Promise.all([returnTry(networkKey), forgetTries(addressKey)])
  }
}
