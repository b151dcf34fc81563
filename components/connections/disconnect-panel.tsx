'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useRef } from 'react'
import { useAction } from '#components/actions/use-action.tsx'
import { ProblemNote } from '#components/failures/problem-note.tsx'
import { sendJson } from '#components/query/fetch-json.ts'
import { Button, PostForm } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import type { DisconnectedView } from '#lib/views/consent.ts'

type DisconnectPanelProps = { connectionId: string; bankName: string; children: ReactNode }

/** The question with what is deleted and kept (the children) and the button, and then the confirmation in their place. */
export function DisconnectPanel({ connectionId, bankName, children }: DisconnectPanelProps) {
  const t = useTranslations('connections.disconnect')
  const action = useAction<DisconnectedView>('nothing')
  const disconnect = () =>
    action.run(() => sendJson<DisconnectedView>('POST', `/api/connections/${connectionId}/disconnect`))
  if (action.result)
    return <Done connectionId={connectionId} bankName={bankName} revoked={action.result.revoked !== false} />
  return (
    <>
      {children}
      <ProblemNote error={action.problem} title={t('failedTitle')} className="mt-6" />
      <div className="mt-8 flex flex-col-reverse gap-3 sm:flex-row">
        <ButtonLink href={`/connections/${connectionId}`} variant="secondary">
          {t('cancel')}
        </ButtonLink>
        <PostForm
          action={`/connections/${connectionId}/disconnect/start`}
          className="grid"
          onSubmit={event => {
            event.preventDefault()
            void disconnect()
          }}
        >
          <Button type="submit" variant="destroy" loading={action.pending}>
            {action.pending ? t('running') : t('confirm', nameBank(bankName))}
          </Button>
        </PostForm>
      </div>
    </>
  )
}

function Done({ connectionId, bankName, revoked }: { connectionId: string; bankName: string; revoked: boolean }) {
  const t = useTranslations('connections.disconnect')
  const tLeaving = useTranslations('leaving.disconnect')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card as="div" className="sm:p-8">
      <Icon name="success" className="size-10 text-positive" />
      <h1 ref={heading} tabIndex={-1} className="mt-4 text-2xl font-semibold outline-none">
        {t('doneTitle', nameBank(bankName))}
      </h1>
      <p className="mt-2">{revoked ? t('doneText') : tLeaving('pending', nameBank(bankName))}</p>
      <p className="mt-1 text-soft">{t('doneKept')}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink href="/connections">{t('doneConnections')}</ButtonLink>
        <ButtonLink href={`/connections/${connectionId}/consent/ledger`} variant="secondary">
          {tLeaving('ledger')}
        </ButtonLink>
        <ButtonLink href={`/connections/${connectionId}#log`} variant="secondary">
          {t('doneLog')}
        </ButtonLink>
      </div>
    </Card>
  )
}
