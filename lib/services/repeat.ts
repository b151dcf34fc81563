import { setTimeout as delay } from 'node:timers/promises'
import { isBankSilent } from './bank-refusal.ts'

/** Full jitter (quality.md, back-off): somewhere between now and the doubled base. */
const baseMs = 500
const attendedTries = 3
/** Longer than a person waits: then the failure is told, and they decide. */
const longestWaitMs = 5_000

/**
 * Does something that may be done twice (a reading, `PUT /consents`), and again when the bank stayed silent: two more
 * tries while a person waits, none without, where every call counts against the day's quota.
 */
export async function repeatWhenSilent<T>(attended: boolean, act: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await act(attempt)
    } catch (error) {
      const retryAfterMs = isBankSilent(error) ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
      if (!attended || attempt >= attendedTries || !isBankSilent(error) || retryAfterMs > longestWaitMs) throw error
      await delay(Math.max(retryAfterMs, Math.random() * baseMs * 2 ** (attempt - 1)))
    }
  }
}
