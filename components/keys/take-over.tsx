'use client'

import { useTranslations } from 'next-intl'
import { ConfirmedAction } from '#components/actions/confirmed.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import type { ApiKeyView } from '#lib/views/api-key.ts'

/** Makes the owner who looks at a key its holder, after a question. */
export function TakeOverKey({ view, organisation }: { view: ApiKeyView; organisation: string }) {
  const t = useTranslations('keys.takeOver')
  const url = `/api/merchant/keys/${view.id}/holder?organisation=${organisation}`
  return (
    <div className="grid gap-3">
      <p className="text-sm text-soft">{t('text', { name: view.holder })}</p>
      <ConfirmedAction
        start={t('action')}
        ask={t('ask', { name: view.holder })}
        yes={t('yes')}
        no={t('no')}
        size="small"
        isGood
        act={() => sendOnly('POST', url)}
      />
    </div>
  )
}
