import { setTimeout as delay } from 'node:timers/promises'
import { backoffMs, earnRetry, fullBudget, payRetry, type RetryBudget } from '#lib/domain/bank/backoff.ts'
import { rulingOn } from './refusal.ts'

/** A tenth of the calls of a bank, saved up per process: what may be spent on repeating (quality.md, back-off). */
const budgets = new Map<string, RetryBudget>()

export type Repeating = {
  readonly bankCode: string
  /** A person waits: only then is anything repeated here. Without one the next run of the job repeats it. */
  readonly attended: boolean
  readonly signal?: AbortSignal | undefined
  readonly random?: () => number
}

/**
 * Calls a bank, and again after a back-off where the table of domain/bank/answer.ts allows it for this operation and this
 * failure, as long as the retry budget of the bank lasts. The only layer that repeats: whatever is inside must not.
 */
export async function repeatWhenSilent<T>(how: Repeating, act: (tries: number) => Promise<T>): Promise<T> {
  const { bankCode, attended, signal, random = Math.random } = how
  budgets.set(bankCode, earnRetry(budgets.get(bankCode) ?? fullBudget))
  for (let tries = 1; ; tries += 1) {
    try {
      return await act(tries)
    } catch (error) {
      const waitMs = waitAfter(error, { attended, tries, random: random() })
      const paid = waitMs === null ? null : payRetry(budgets.get(bankCode) ?? fullBudget)
      if (waitMs === null || paid === null || signal?.aborted) throw error
      budgets.set(bankCode, paid)
      await delay(waitMs, undefined, signal ? { signal } : {}).catch(() => {
        throw error
      })
    }
  }
}

type Tried = { readonly attended: boolean; readonly tries: number; readonly random: number }

function waitAfter(error: unknown, { attended, tries, random }: Tried): number | null {
  const ruling = rulingOn(error, attended)
  if (ruling?.retry !== 'now' || tries >= ruling.mostTries) return null
  const retryAfterSeconds = retryAfterOf(error)
  return backoffMs({ tries, mode: attended ? 'attended' : 'batch', retryAfterSeconds, random })
}

/** What a bank said about when to come again, in seconds. */
export function retryAfterOf(error: unknown): number | null {
  const said: unknown = error instanceof Error ? Reflect.get(error, 'retryAfterSeconds') : null
  return typeof said === 'number' ? said : null
}
