import { redirect } from 'next/navigation'
import { pathOf } from '#app/read-request.ts'
import { titleOf } from '#app/title-of.ts'
import { LinkEnding } from '#components/link/ending.tsx'
import { LinkFlowStatus } from '#components/link/flow-status.tsx'
import { linkFailures } from '#lib/domain/refusals/failure.ts'
import { readFlow } from '#lib/services/connections/link.ts'
import { currentSession } from '#lib/session.ts'

type ResultPageProps = { params: Promise<unknown> }

export const generateMetadata = titleOf('link.result.metaTitleUnknown', {
  referrer: 'no-referrer',
  robots: { index: false },
})

/**
 * How a link flow ended. A callback without link flow has no id, so the failure takes its place in the address; anything else
 * that is not a link flow is an unknown link.
 */
export default async function ResultPage({ params }: ResultPageProps) {
  const { flowId } = await pathOf(params, 'flowId')
  const session = await currentSession()
  const flow = await readFlow(flowId, session?.userId ?? null)
  const named = linkFailures.find(failure => failure === flowId)
  if (flow?.status === 'quarantined') redirect(`/link/resume/${flow.id}`)
  if (flow?.outcome === 'linked' && flow.connectionId) redirect(`/connections/${flow.connectionId}`)
  if (flow && !flow.failure && flow.status !== 'failed' && flow.status !== 'revoked')
    return <LinkFlowStatus flow={flow} />
  return (
    <LinkEnding
      failure={flow ? (flow.failure ?? 'our_fault') : (named ?? 'unknown_link')}
      bank={flow?.bank ?? null}
      bankError={flow?.bankError ?? null}
      supportId={flow?.supportId ?? null}
      connectionId={flow?.connectionId ?? null}
      signedIn={session !== null}
    />
  )
}
