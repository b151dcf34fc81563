'use client'

import { useTranslations } from 'next-intl'
import { ConfirmedAction } from '#components/actions/confirmed.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import type { ApiKeyView } from '#lib/views/api-key.ts'

/** Revokes a key, after a second press. */
export function RevokeKey({ view, organisation }: { view: ApiKeyView; organisation: string }) {
  const t = useTranslations('keys')
  return (
    <ConfirmedAction
      start={t('revoke')}
      label={t('revokeOf', { name: view.name })}
      ask={t('confirmRevoke', { name: view.name })}
      yes={t('revoke')}
      no={t('cancel')}
      size="small"
      act={() => sendOnly('DELETE', `/api/merchant/keys/${view.id}?organisation=${organisation}`)}
    />
  )
}
