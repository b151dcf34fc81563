/** An account that its bank says is closed (AC04) or blocked (AC06): no fault of a refresh, and not asked for again each time. */

export type Closure = 'closed' | 'blocked'

const codes: ReadonlyMap<string | null, Closure> = new Map([
  ['AC04', 'closed'],
  ['AC06', 'blocked'],
])

/** Of its last refresh. */
export function closureOf({ state, error }: { readonly state: string; readonly error: string | null }): Closure | null {
  return state === 'failed' ? (codes.get(error) ?? null) : null
}
