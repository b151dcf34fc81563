'use client'

import { useTranslations } from 'next-intl'
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
