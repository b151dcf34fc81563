/** § AIS Limits: four a Paris day (bank:D31), resource and page, counted when sent. */

export const unattendedLimit = 4

/** For repeating a call whose answer was lost. */
export const unattendedReserve = 1

export type UnattendedCall =
  | { readonly operation: 'accounts' | 'identity'; readonly page: number }
  | { readonly operation: 'balances'; readonly resourceId: string }
  | {
      readonly operation: 'transactions' | 'owners' | 'overdrafts'
      readonly resourceId: string
      readonly page: number
    }

/** `accounts#1`, `balances:RID`, `transactions:RID#2`; stored with day and person. */
export function quotaResource(call: UnattendedCall): string {
  const name = 'resourceId' in call ? `${call.operation}:${call.resourceId}` : call.operation
  return 'page' in call ? `${name}#${call.page}` : name
}

/** A first try leaves the reserve. */
export function unattendedMost({ repetition }: { readonly repetition: boolean }): number {
  return repetition ? unattendedLimit : unattendedLimit - unattendedReserve
}

/** Of the most used resource. */
export type QuotaShown = {
  readonly used: number
  readonly limit: number
  /** Without the reserve; zero during a pause. */
  readonly left: number
  /** After 429 or TMRQ. */
  readonly pausedUntil: Date | null
}

type Use = { readonly used: number; readonly pausedUntil: Date | null }

/** A past pause is ignored. */
export function sumUpQuota(uses: readonly Use[], now: Date): QuotaShown {
  const used = Math.min(unattendedLimit, Math.max(0, ...uses.map(use => use.used)))
  const pauses = uses.flatMap(({ pausedUntil }) => (pausedUntil !== null && pausedUntil > now ? [pausedUntil] : []))
  const pausedUntil = pauses.toSorted((one, other) => other.getTime() - one.getTime())[0] ?? null
  const left = pausedUntil === null ? Math.max(0, unattendedMost({ repetition: false }) - used) : 0
  return { used, limit: unattendedLimit, left, pausedUntil }
}
