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
  let held = 0
  return {
    take: bytes => {
      if (held + bytes > limit) return false
      held += bytes
      return true
    },
    give: bytes => {
      held = Math.max(0, held - bytes)
    },
    free: () => limit - held,
  }
}
