/** An account that its bank says is closed (AC04) or blocked (AC06): no fault of a refresh. */

export type Closure = 'closed' | 'blocked'

const closures = { AC04: 'closed', AC06: 'blocked' } as const
export const closureCodes: readonly string[] = Object.keys(closures)

/** By its last refresh. */
export function closureOf({ state, error }: { readonly state: string; readonly error: string | null }): Closure | null {
  if (state !== 'failed') return null
  return error === 'AC04' || error === 'AC06' ? closures[error] : null
}
