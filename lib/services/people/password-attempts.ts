import { forgetTries, returnTry, takeGuess, takeTry } from '#lib/base/rate-limit.ts'
import { hashOf } from '#lib/base/secrets.ts'
import { networkOf } from '#lib/domain/requests/peer.ts'
import { findDeviceOwner } from './devices.ts'

/**
 * Which wrong passwords are counted together. A browser in which the person has signed in before has its own counter, and so has a session
 * that asks for the password again: strangers' attempts delay neither. All other browsers share one counter per address, whether an
 * account has it or not (C27), and are also counted by network, which may try many addresses.
 */

/** Who tries: IP address, token of the device cookie, and session if there is one. */
export type Guesser = {
  readonly ip: string
  readonly device: string | null
  readonly session?: { readonly userId: string; readonly sessionId: string }
}

const networkLimit = { limit: 30, windowSeconds: 900 }

/**
 * Counts an attempt at the password of an address before checking it; returns a function that clears the count after a right one.
 * Refuses too_many_tries with the seconds to wait.
 */
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
