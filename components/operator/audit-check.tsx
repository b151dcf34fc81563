'use client'

import { useTranslations } from 'next-intl'
import { ActionNote, useAction } from '#components/actions/use-action.tsx'
import { DateText } from '#components/format/value.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Alert } from '#components/ui/card.tsx'
import type { AuditCheckView } from '#lib/views/operator.ts'

/** The result of the latest verification of the audit trail, and a button to repeat it. */
export function AuditCheck({ check }: { check: AuditCheckView | null }) {
  const t = useTranslations('operator.audit')
  const action = useAction()
  const button = (
    <Button
      variant="secondary"
      size="small"
      loading={action.pending}
      onClick={() => action.run(() => sendOnly('POST', '/api/operator/audit/check'))}
    >
      {t('check')}
    </Button>
  )
  const broken = check !== null && check.breaks.length > 0
  return (
    <div className="mb-6 grid gap-3">
      <Alert
        tone={check === null ? 'info' : broken ? 'danger' : 'success'}
        title={check === null ? t('neverChecked') : broken ? t('broken', { count: check.breaks.length }) : t('whole')}
        action={button}
      >
        {check ? (
          <>
            <p>
              {t('checked', { events: check.events, streams: check.streams })} ·{' '}
              <DateText value={check.at} style="moment" />
            </p>
            <p>{t('later')}</p>
            <p className="font-mono text-xs wrap-anywhere">{check.heads}</p>
            {broken ? (
              <ul className="mt-2 list-disc pl-5">
                {check.breaks.slice(0, 10).map(({ stream, seq, fault }) => (
                  <li key={`${stream} ${seq} ${fault}`}>
                    {stream} · {t('place', { seq })} · {t(`faults.${fault}`)}
                  </li>
                ))}
              </ul>
            ) : null}
          </>
        ) : null}
      </Alert>
      <ActionNote action={action} />
    </div>
  )
}
