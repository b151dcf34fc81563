import { setTimeout as delay } from 'node:timers/promises'
import { backoffMs, earnRetry, fullBudget, payRetry, type RetryBudget } from '#lib/domain/bank/backoff.ts'
import { policyOf } from './refusal.ts'

/** Per process and bank. */
const budgets = new Map<string, RetryBudget>()

export type Repeating = {
  readonly bankCode: string
  /** Otherwise the task's next run repeats. */
  readonly attended: boolean
  readonly signal?: AbortSignal | undefined
  readonly random?: () => number
}

/** Repeats after a back-off if domain/bank/answer.ts and the retry budget allow. The only layer that retries. */
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
  const policy = policyOf(error, attended)
  if (policy?.retry !== 'now' || tries >= policy.maxTries) return null
  const retryAfterSeconds = retryAfterOf(error)
  return backoffMs({ tries, mode: attended ? 'attended' : 'batch', retryAfterSeconds, random })
}

export function retryAfterOf(error: unknown): number | null {
  const said: unknown = error instanceof Error ? Reflect.get(error, 'retryAfterSeconds') : null
  return typeof said === 'number' ? said : null
}
