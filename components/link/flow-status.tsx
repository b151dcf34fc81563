import { useTranslations } from 'next-intl'
import { DateText } from '#components/format/date.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import type { LinkFlowView } from '#lib/views/banking.ts'
import { LinkNotice } from './ending.tsx'

/** A link flow that has not failed: under way, finishing, or done. */
export function LinkFlowStatus({ flow }: { flow: LinkFlowView }) {
  const t = useTranslations('link.result')
  const name = { bank: flow.bank.name }
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
      title={t(`${words}Title`, { bank: flow.bank.name })}
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
