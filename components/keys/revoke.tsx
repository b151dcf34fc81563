'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ActionNote } from '#components/actions/note.tsx'
import { useAction } from '#components/actions/use-action.ts'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import type { ApiKeyView } from '#lib/views/api-key.ts'

/** Revokes a key, after a second press. */
export function RevokeKey({ view, organisation }: { view: ApiKeyView; organisation: string }) {
  const t = useTranslations('keys')
  const action = useAction()
  const [isAsked, setIsAsked] = useState(false)
  const revoke = () =>
    action.run(() => sendOnly('DELETE', `/api/merchant/keys/${view.id}?organisation=${organisation}`))
  return (
    <div className="grid gap-3">
      {isAsked ? (
        <div className="flex flex-wrap items-center gap-3">
          <p role="status" className="text-sm">
            {t('confirmRevoke', { name: view.name })}
          </p>
          <Button variant="danger" size="small" onClick={revoke} loading={action.pending}>
            {t('revoke')}
          </Button>
          <Button variant="secondary" size="small" onClick={() => setIsAsked(false)}>
            {t('cancel')}
          </Button>
        </div>
      ) : (
        <div>
          <Button
            variant="secondary"
            size="small"
            aria-label={t('revokeOf', { name: view.name })}
            onClick={() => setIsAsked(true)}
          >
            {t('revoke')}
          </Button>
        </div>
      )}
      <ActionNote action={action} />
    </div>
  )
}
