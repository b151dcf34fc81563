'use client'

import { useTranslations } from 'next-intl'
import { ConfirmedAction } from '#components/actions/confirmed.tsx'
import { ActionButton } from '#components/actions/form.tsx'
import { sendJson, sendOnly } from '#components/query/fetch-json.ts'
import type { BatchMailed } from '#lib/views/link-batch.ts'

type BatchRef = { id: string; organisation: string }

const reasons = ['recent', 'limit', 'test', 'name', 'off'] as const

/** Mails everybody who has not paid, and says what became of it. */
export function MailBatch({ id, organisation }: BatchRef) {
  const t = useTranslations('batches')
  const address = `/api/merchant/link-batches/${id}/mail?organisation=${organisation}`
  const outcome = (mailed: BatchMailed) => (
    <ul className="grid gap-1">
      <li>{t('mailedAll', { queued: mailed.queued })}</li>
      {reasons
        .filter(reason => mailed[reason] > 0)
        .map(reason => (
          <li key={reason}>{t(`outcomes.${reason}`, { count: mailed[reason] })}</li>
        ))}
    </ul>
  )
  return (
    <ActionButton variant="secondary" act={() => sendJson<BatchMailed>('POST', address)} done={outcome}>
      {t('mail')}
    </ActionButton>
  )
}

/** Closes what nobody has paid, after confirmation. */
export function CloseBatch({ id, organisation, count }: BatchRef & { count: number }) {
  const t = useTranslations('batches')
  return (
    <ConfirmedAction
      start={t('close')}
      ask={t('closeAsk', { count })}
      yes={t('closeYes')}
      no={t('closeNo')}
      act={() => sendOnly('DELETE', `/api/merchant/link-batches/${id}?organisation=${organisation}`)}
    />
  )
}
