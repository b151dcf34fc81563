import type { Endings } from '#tour/endings.ts'

/** A call that a fault has met. */
export type Struck = { readonly method: string; readonly target: string; readonly status: number | null }

/** What became of it. `isEnd`: the step does not come to its own end after that. */
export type Ending = { readonly text: string; readonly isEnd: boolean }

/** The ending that a fault should have; null where it has changed nothing. `fault`: its id in tour/faults.ts. */
export function endingOf(fault: string, { method, target, status }: Struck, endings: Endings): Ending | null {
  const [kind] = endings.kinds.find(([, pattern]) => new RegExp(pattern).test(`${method} ${target}`)) ?? []
  const cause = endings.causes[`${fault} ${kind}`] ?? endings.causes[fault]
  if (kind === undefined || cause === undefined) return null
  if (fault === 'slow' || fault === 'twice') return { text: cause, isEnd: false }
  // Guichet goes on asking for what it follows and gives back, whoever waits.
  const isEnd = kind !== 'follow' && kind !== 'revoke'
  if (fault === 'lost' || fault === 'html') return { text: `${cause} ${endings.afterSilence[kind]}`, isEnd }
  if (status === null || status < 400) return null
  const refused = endings.refused.replace('{status}', String(status))
  return { text: `${cause} ${refused} ${endings.afterRefusal[kind]}`, isEnd }
}
