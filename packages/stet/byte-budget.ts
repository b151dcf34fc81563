import { bytesOfRefresh } from './limits.ts'

/**
 * Memory budget for the answers of one refresh, however many accounts are read concurrently. Whatever is taken must be
 * given back.
 */
export type ByteBudget = {
  /** False, without taking anything, if the budget is exceeded. */
  readonly take: (bytes: number) => boolean
  readonly give: (bytes: number) => void
  /** Bytes that are free. */
  readonly free: () => number
}

/** ByteBudget for one reading, empty. */
export function openByteBudget(limit: number = bytesOfRefresh): ByteBudget {
  let used = 0
  return {
    take: bytes => {
      if (used + bytes > limit) return false
      used += bytes
      return true
    },
    give: bytes => {
      used = Math.max(0, used - bytes)
    },
    free: () => limit - used,
  }
}
