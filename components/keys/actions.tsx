'use client'

import { useTranslations } from 'next-intl'
import { ConfirmedAction } from '#components/actions/confirmed.tsx'
import { Form, useForm } from '#components/actions/form.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import type { ApiKeyView } from '#lib/views/api-key.ts'
import { KeyFields, keyLimitsOf, useKeyFault } from './limits.tsx'

/** Changes name, last day and allowed addresses of a key. Mode and scopes stay. */
export function ChangeKey({ view, organisation }: { view: ApiKeyView; organisation: string }) {
  const t = useTranslations('keys')
  const form = useForm({
    send: text => sendOnly('PUT', `/api/merchant/keys/${view.id}?organisation=${organisation}`, keyLimitsOf(text)),
    faults: useKeyFault(),
  })
  return (
    <Form form={form} submit={t('save')} done={t('saved')} className="mt-4 grid gap-5">
      <KeyFields id="change" form={form} view={view} />
    </Form>
  )
}

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
