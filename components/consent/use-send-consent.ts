import type { ConsentChoice } from '@guichet/stet/terms/consent-choice.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useAction } from '#components/actions/use-action.tsx'
import { sendJson } from '#components/query/fetch-json.ts'
import type { ConsentDiffView, ConsentMatrixView, ConsentSentView } from '#lib/views/consent.ts'

/**
 * Compares, then sends with the hash of the comparison and the version it is based on, so that exactly the displayed choice
 * is sent (C21) and two tabs can't overwrite each other. For the first consent both steps are done at once.
 */
export function useSendConsent({ connectionId, version }: ConsentMatrixView) {
  const router = useRouter()
  const client = useQueryClient()
  const url = `/api/connections/${connectionId}/consent`

  const comparing = useAction('nothing')
  const compare = (choice: ConsentChoice, next: (diff: ConsentDiffView) => unknown) =>
    comparing.run(async () => next(await sendJson<ConsentDiffView>('POST', `${url}/compare`, choice)))
  const sending = useAction(() => client.invalidateQueries())
  const send = async (choice: ConsentChoice, diff: ConsentDiffView) => {
    if (!(await sending.run(() => sendJson<ConsentSentView>('PUT', url, { choice, hash: diff.hash, version })))) return
    const somethingNew = diff.added.length > 0 || diff.identity === 'added'
    router.push(somethingNew ? `/connections/${connectionId}/loading` : `/connections/${connectionId}`)
    router.refresh()
  }
  return { comparing, compare, sending, send }
}
