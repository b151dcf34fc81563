/**
 * Unattended calls (§ AIS Limits): four per calendar day, resource and page. The day is Europe/Paris (bank:D31). A use is
 * counted when the call is sent, not when it is answered.
 */

export const unattendedLimit = 4

/** One of the four is never planned, but reserved for repeating a call whose answer was lost. */
export const unattendedReserve = 1

export type UnattendedCall =
  | { readonly operation: 'accounts' | 'identity'; readonly page: number }
  | { readonly operation: 'balances'; readonly resourceId: string }
  | {
      readonly operation: 'transactions' | 'owners' | 'overdrafts'
      readonly resourceId: string
      readonly page: number
    }

/**
 * The name under which uses are counted: `accounts#1`, `balances:RID`, `transactions:RID#2`. Day and person are stored
 * next to it.
 */
export function quotaResource(call: UnattendedCall): string {
  const name = 'resourceId' in call ? `${call.operation}:${call.resourceId}` : call.operation
  return 'page' in call ? `${name}#${call.page}` : name
}

/**
 * Unattended calls allowed per resource and day: a first try leaves the reserve; repeating a call without an answer may
 * use it.
 */
export function unattendedMost({ repetition }: { readonly repetition: boolean }): number {
  return repetition ? unattendedLimit : unattendedLimit - unattendedReserve
}

/** Today's unattended calls for display: those of the most used resource. */
export type QuotaShown = {
  readonly used: number
  readonly limit: number
  /** Planned calls left today, without the reserve. Zero while the bank requested a pause. */
  readonly left: number
  /** The bank refused further calls (429, TMRQ): no unattended calls until then. */
  readonly pausedUntil: Date | null
}

type Use = { readonly used: number; readonly pausedUntil: Date | null }

/** Sums up today's uses of some resources. A past pause is ignored. */
export function sumUpQuota(uses: readonly Use[], now: Date): QuotaShown {
  const used = Math.min(unattendedLimit, Math.max(0, ...uses.map(use => use.used)))
  const pauses = uses.flatMap(({ pausedUntil }) => (pausedUntil !== null && pausedUntil > now ? [pausedUntil] : []))
  const pausedUntil = pauses.toSorted((one, other) => other.getTime() - one.getTime())[0] ?? null
  const left = pausedUntil === null ? Math.max(0, unattendedMost({ repetition: false }) - used) : 0
  return { used, limit: unattendedLimit, left, pausedUntil }
}
