import { refusals } from '#lib/domain/refusals/failure.ts'
import { FailureNote } from './note.tsx'

type RefusalNoteProps = { code: unknown; wait?: unknown; className?: string }

/**
 * A refusal in the URL, `?error=busy`, as a form's route sets it; unknown values are ignored. With `wait`, a limit's seconds (a day
 * at most), it says when to try again.
 */
export function RefusalNote({ code, wait, className }: RefusalNoteProps) {
  const refusal = refusals.find(known => known === code)
  if (!refusal) return null
  const isWait = typeof wait === 'string' && /^[1-9]\d{0,4}$/.test(wait)
  const failure = { code: refusal, ...(isWait ? { retryAfterSeconds: Math.min(Number(wait), 86_400) } : {}) }
  return <FailureNote failure={failure} className={className} />
}
