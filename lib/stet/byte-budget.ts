import { bytesOfReading } from './limits.ts'

/**
 * What the answers of one reading may hold at the same time, whatever the bank sends and however many accounts are read side
 * by side. Who takes gives back the same.
 */
export type ByteBudget = {
  /** False when there is no room for it; nothing is taken then. */
  readonly take: (bytes: number) => boolean
  readonly give: (bytes: number) => void
  /** Bytes that are free. */
  readonly free: () => number
}

/** ByteBudget for one reading, empty. */
export function openByteBudget(limit: number = bytesOfReading): ByteBudget {
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
