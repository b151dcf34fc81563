import type { Endings } from '#tour/endings.ts'

/** A call that a fault has met. */
export type Struck = {
  readonly method: string
  readonly target: string
  readonly requestBody: string
  readonly status: number | null
  /** What the bank calls those that have met it. */
  readonly faults: readonly string[]
}

/** What became of it, and how long the step may still come to its own end; null: it does. */
export type Ending = { readonly text: string; readonly endsAfterMs: number | null }

const endedMs = 3_000
/** Guichet goes on without these, or tries again; a page that needed the answer stays without it. */
const spared = ['follow', 'revoke', 'verify']
const sparedMs = 8_000

/** The ending that a fault should have; null where it has changed nothing. `fault`: its id in tour/faults.ts. */
export function endingOf(fault: string, call: Struck, endings: Endings): Ending | null {
  const { status, faults } = call
  if (!faults.includes(endings.names[fault] ?? '')) return null
  const asked = `${call.method} ${call.target}\n${call.requestBody}`
  const [kind] = endings.kinds.find(([, pattern]) => new RegExp(pattern, 'm').test(asked)) ?? []
  const cause = endings.causes[`${fault} ${kind}`] ?? endings.causes[fault]
  if (kind === undefined || cause === undefined) return null
  if (fault === 'slow' || fault === 'twice') return { text: cause, endsAfterMs: null }
  const endsAfterMs = spared.includes(kind) ? sparedMs : endedMs
  if (fault === 'lost' || fault === 'html') return { text: `${cause} ${endings.afterSilence[kind]}`, endsAfterMs }
  if (status === null || status < 400) return null
  const refused = endings.refused.replace('{status}', String(status))
  return { text: `${cause} ${refused} ${endings.afterRefusal[kind]}`, endsAfterMs }
}
