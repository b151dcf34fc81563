import { bytesOfRefresh } from './limits.ts'

/** Memory budget of a refresh's answers; what is taken must be given back. */
export type ByteBudget = {
  /** False, and nothing taken, if too little is left. */
  readonly take: (bytes: number) => boolean
  readonly give: (bytes: number) => void
  readonly free: () => number
}

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
