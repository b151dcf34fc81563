/**
 * Calls without the person (§ AIS Limits): four per calendar day, per resource and access page. The day is Europe/Paris
 * (D31). Uses are counted when a call is sent, never when it is answered.
 */

export const unattendedLimit = 4

/** One of the four is never planned: it is there for the repetition of a call whose answer was lost. */
export const unattendedReserve = 1

export type UnattendedCall =
  | { readonly operation: 'accounts' | 'identity'; readonly page: number }
  | { readonly operation: 'balances'; readonly resourceId: string }
  | {
      readonly operation: 'transactions' | 'owners' | 'overdrafts'
      readonly resourceId: string
      readonly page: number
    }

/** Name under which uses are counted: `accounts#1`, `balances:RID`, `transactions:RID#2`. The day and the person stand beside it. */
export function quotaResource(call: UnattendedCall): string {
  const name = 'resourceId' in call ? `${call.operation}:${call.resourceId}` : call.operation
  return 'page' in call ? `${name}#${call.page}` : name
}

/**
 * How many calls of one resource may be sent in a day without the person: a first try leaves the reserve; the repetition
 * of a call that was sent and not answered may use it.
 */
export function unattendedMost({ repetition }: { readonly repetition: boolean }): number {
  return repetition ? unattendedLimit : unattendedLimit - unattendedReserve
}

/** What a page shows of today's calls without the person: of the resource that was used most. */
export type QuotaShown = {
  readonly used: number
  readonly limit: number
  /** Planned calls that are left today; the reserve is not one of them. None while the bank asked for a pause. */
  readonly left: number
  /** The bank said that it is enough (429, TMRQ): until then it is not asked without the person. */
  readonly pausedUntil: Date | null
}

type Use = { readonly used: number; readonly pausedUntil: Date | null }

/** Sums up the uses of some resources today. A pause that is over is none. */
export function sumUpQuota(uses: readonly Use[], now: Date): QuotaShown {
  const used = Math.min(unattendedLimit, Math.max(0, ...uses.map(use => use.used)))
  const pauses = uses.flatMap(({ pausedUntil }) => (pausedUntil !== null && pausedUntil > now ? [pausedUntil] : []))
  const pausedUntil = pauses.toSorted((one, other) => other.getTime() - one.getTime())[0] ?? null
  const left = pausedUntil === null ? Math.max(0, unattendedMost({ repetition: false }) - used) : 0
  return { used, limit: unattendedLimit, left, pausedUntil }
}
