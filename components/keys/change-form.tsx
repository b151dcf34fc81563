'use client'

import { useTranslations } from 'next-intl'
import type { FormEvent } from 'react'
import { ActionNote } from '#components/actions/note.tsx'
import { useAction } from '#components/actions/use-action.ts'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { ScriptedForm } from '#components/ui/scripted.tsx'
import type { ApiKeyView } from '#lib/views/api-key.ts'
import { KeyFields, keyLimitsOf, useKeyFault } from './limits.tsx'

/** Changes name, last day and allowed addresses of a key. Mode and scopes stay. */
export function ChangeKey({ view, organisation }: { view: ApiKeyView; organisation: string }) {
  const t = useTranslations('keys')
  const action = useAction()
  const faultOf = useKeyFault()
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wish = keyLimitsOf(new FormData(event.currentTarget))
    await action.run(() => sendOnly('PUT', `/api/merchant/keys/${view.id}?organisation=${organisation}`, wish))
  }
  return (
    <ScriptedForm onSubmit={save} noValidate className="mt-4 grid gap-5">
      <KeyFields id="change" field={action.field} view={view} />
      <ActionNote action={action} faultOf={faultOf} done={t('saved')} />
      <div>
        <Button type="submit" loading={action.pending}>
          {t('save')}
        </Button>
      </div>
    </ScriptedForm>
  )
}
