'use client'

import { useTranslations } from 'next-intl'
import { ActionNote, ConfirmedAction, useAction } from '#components/actions/use-action.tsx'
import { sendJson, sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Scripted } from '#components/ui/scripted.tsx'
import type { BatchMailed } from '#lib/views/link-batch.ts'

type BatchRef = { id: string; organisation: string }

const reasons = ['recent', 'limit', 'test', 'name', 'off'] as const

/** Mails everybody who has not paid, and says what became of it. */
export function MailBatch({ id, organisation }: BatchRef) {
  const t = useTranslations('batches')
  const mailing = useAction<BatchMailed>()
  const { result } = mailing
  const left = reasons.filter(reason => (result?.[reason] ?? 0) > 0)
  const done = result && (
    <ul className="grid gap-1">
      <li>{t('mailedAll', { queued: result.queued })}</li>
      {left.map(reason => (
        <li key={reason}>{t(`outcomes.${reason}`, { count: result[reason] })}</li>
      ))}
    </ul>
  )
  const address = `/api/merchant/link-batches/${id}/mail?organisation=${organisation}`
  return (
    <div className="grid gap-3">
      <div>
        <Scripted>
          <Button
            variant="secondary"
            loading={mailing.pending}
            onClick={() => mailing.run(() => sendJson<BatchMailed>('POST', address))}
          >
            {t('mail')}
          </Button>
        </Scripted>
      </div>
      <ActionNote action={mailing} done={done} />
    </div>
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
