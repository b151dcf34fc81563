import { redirect } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { openPage } from '#app/open-page.ts'
import { titleOf } from '#app/title-of.ts'
import { DateText } from '#components/format/value.tsx'
import { LinkEnding, LinkNotice } from '#components/link/ending.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { now } from '#lib/clock.ts'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import { linkFailures } from '#lib/domain/refusals/failure.ts'
import { readFlow } from '#lib/services/connections/link.ts'
import { currentSession } from '#lib/session.ts'
import type { LinkFlowView } from '#lib/views/banking.ts'

export const generateMetadata = titleOf('link.result.metaTitleUnknown', {
  referrer: 'no-referrer',
  robots: { index: false },
})

/**
 * How a link flow ended. A callback without link flow has no id, so the failure takes its place in the address; anything else
 * that is not a link flow is an unknown link.
 */
export default openPage(async ({ part }) => {
  const flowId = part('flowId')
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
      until={flow?.expiresAt && new Date(flow.expiresAt) > now() ? flow.expiresAt : null}
      signedIn={session !== null}
    />
  )
})

/** A link flow that has not failed: under way, finishing, or done. */
function LinkFlowStatus({ flow }: { flow: LinkFlowView }) {
  const t = useTranslations('link.result')
  const name = nameBank(flow.bank.name)
  if (flow.status === 'authorised' && flow.outcome !== null && flow.outcome !== 'linked') return <Renewed flow={flow} />
  if (flow.status === 'authorised')
    return (
      <LinkNotice
        bank={flow.bank}
        title={t('doneTitle', name)}
        actions={
          <>
            {flow.connectionId ? (
              <ButtonLink href={`/connections/${flow.connectionId}/consent`}>{t('doneAction')}</ButtonLink>
            ) : null}
            <ButtonLink href="/connections" variant="secondary">
              {t('connections')}
            </ButtonLink>
          </>
        }
      >
        <p className="text-lg">{t('doneText')}</p>
      </LinkNotice>
    )
  const waiting = flow.status === 'redirected'
  return (
    <LinkNotice
      bank={flow.bank}
      title={t(waiting ? 'waitingTitle' : 'exchangingTitle', name)}
      actions={
        <ButtonLink href={`/link/${flow.bank.code}`} variant="secondary">
          {t('retry', name)}
        </ButtonLink>
      }
    >
      <p className="text-lg">{t(waiting ? 'waitingText' : 'exchangingText', name)}</p>
    </LinkNotice>
  )
}

/** For a login that was linked before: what was renewed, until when, and that nothing was lost. */
function Renewed({ flow }: { flow: LinkFlowView }) {
  const t = useTranslations('link.result')
  const words = flow.outcome === 'merged' ? 'merged' : 'renewed'
  return (
    <LinkNotice
      bank={flow.bank}
      title={t(`${words}Title`, nameBank(flow.bank.name))}
      actions={
        <>
          <ButtonLink href="/home">{t('renewedHome')}</ButtonLink>
          {flow.connectionId ? (
            <ButtonLink href={`/connections/${flow.connectionId}`} variant="secondary">
              {t('renewedAction')}
            </ButtonLink>
          ) : null}
        </>
      }
    >
      <p className="text-lg">
        {t.rich(`${words}Text`, { date: () => (flow.expiresAt ? <DateText value={flow.expiresAt} /> : null) })}
      </p>
    </LinkNotice>
  )
}
