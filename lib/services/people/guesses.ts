import { networkOf } from '#lib/domain/requests/peer.ts'
import { hashOf } from '#lib/services/secrets.ts'
import { findDeviceOwner } from './devices.ts'
import { forgetTries, returnTry, takeGuess, takeTry } from './limits.ts'

/**
 * Whose wrong passwords count together. A browser in which the person signed in before has a row of its own, and so has a session
 * that is asked for its password again: what strangers try holds up neither. All other browsers share one row for an address,
 * whether an account has it or not (C27), and are counted by network too, which tries many addresses.
 */

/** Who tries: where from, with which token in the cookie of its device, and in which session when it has one. */
export type Guesser = {
  readonly ip: string
  readonly device: string | null
  readonly session?: { readonly userId: string; readonly sessionId: string }
}

const networkLimit = { limit: 30, windowSeconds: 900 }

/**
 * Counts a guess at the password of an address, before it is looked at; the answer forgives it, for a right one. Refuses
 * too_many_tries with the seconds to wait.
 */
export async function countGuess(address: string, { ip, device, session }: Guesser): Promise<() => Promise<void>> {
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
