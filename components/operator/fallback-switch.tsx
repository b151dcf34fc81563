'use client'

import { useTranslations } from 'next-intl'
import { ActionNote, useAction } from '#components/actions/use-action.tsx'
import { DateText } from '#components/format/value.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Alert, Badge, Card } from '#components/ui/card.tsx'
import type { BankHealthView } from '#lib/views/bank-health.ts'

/** The state of a bank's breaker, and the switch that allows its emergency access while the interface is down. */
export function FallbackSwitch({ health }: { health: BankHealthView }) {
  const t = useTranslations('operator.health')
  const states = useTranslations('operator.banks.state')
  const action = useAction()
  const { allowed, offered, because } = health.fallback
  const turn = () =>
    action.run(() => sendOnly('PUT', `/api/operator/banks/${health.code}/fallback`, { allowed: !allowed }))
  return (
    <Card
      titleId="health-title"
      title={t('title')}
      text={t('text')}
      action={<Badge tone={health.state === 'up' ? 'success' : 'danger'}>{states(health.state)}</Badge>}
    >
      {health.downSince ? (
        <Alert tone="danger" className="mt-4" title={t('downSince')}>
          <DateText value={health.downSince} style="moment" />
          {health.reason ? ` · ${health.reason}` : null}
          {` · ${t('probes', { count: health.failedProbes })}`}
        </Alert>
      ) : null}
      <div className="mt-5 flex flex-wrap items-center justify-between gap-4 border-t border-line pt-5">
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-medium">{allowed ? t('allowed') : t('forbidden')}</p>
          <p className="text-sm text-soft">{offered ? t('offered') : t(`because.${because ?? 'interface_is_up'}`)}</p>
        </div>
        <Button variant={allowed ? 'secondary' : 'danger'} loading={action.pending} onClick={turn}>
          {allowed ? t('forbid') : t('allow')}
        </Button>
      </div>
      <ActionNote action={action} done={t('changed')} className="mt-4" />
    </Card>
  )
}
