import { ConfirmAside } from '#components/actions/confirm-link.tsx'
import { RequestProblem } from '#components/query/fetch-json.ts'
import { FailureNote, type FailureNoteProps } from './note.tsx'

type ProblemNoteProps = Omit<FailureNoteProps, 'failure'> & { error: unknown }

/** Why our request failed; nothing if it did not. If the session or fresh authentication is missing, links to it. */
export function ProblemNote({ error, action, ...rest }: ProblemNoteProps) {
  if (error === null) return null
  const problem = error instanceof RequestProblem ? error : null
  // Offline not even the code that asks may come.
  const isOffline = problem ? problem.status === 0 : navigator.onLine === false
  const code = isOffline ? 'offline' : (problem?.code ?? 'our_fault')
  const confirm = code === 'reauthentication_required' || code === 'not_signed_in' ? <ConfirmAside /> : null
  return <FailureNote failure={{ ...problem?.problem, code }} action={action ?? confirm} {...rest} />
}
