'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { ActionNote } from '#components/actions/note.tsx'
import { useAction } from '#components/actions/use-action.ts'
import { sendJson } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Fieldset } from '#components/ui/fieldset.tsx'
import { ScriptedForm } from '#components/ui/scripted.tsx'
import type { ApiMode, ApiScope } from '#lib/domain/merchant/api-key.ts'
import type { NewApiKeyView } from '#lib/views/api-key.ts'
import { KeyFields, keyLimitsOf, useKeyFault } from './limits.tsx'
import { Once } from './once.tsx'
import { scopeWords } from './scope-words.ts'

/** The scopes most shops need; preselected. */
const usual: readonly ApiScope[] = ['payments:read', 'payments:write', 'events:read']

/** Creates a key with some of the scopes that the member's role allows, and shows it once. */
export function KeyForm({
  organisation,
  mode,
  scopes,
}: {
  organisation: string
  mode: ApiMode
  scopes: readonly ApiScope[]
}) {
  const t = useTranslations('keys')
  const action = useAction()
  const [key, setKey] = useState<string | null>(null)
  const make = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    setKey(null)
    const wish = { mode, scopes: data.getAll('scopes'), ...keyLimitsOf(data) }
    const done = await action.run(async () => setKey(await postKey(organisation, wish)))
    if (done) form.reset()
  }
  const limitsFaultOf = useKeyFault()
  const faultOf = (field: string) =>
    field === 'scopes' ? t('faultScopes') : field === 'keys' ? t('faultKeys') : limitsFaultOf(field)
  return (
    <ScriptedForm onSubmit={make} noValidate className="mt-4 grid gap-5">
      <p className="text-sm text-soft">{mode === 'live' ? t('modeLive') : t('modeTest')}</p>
      <KeyFields id="key" field={action.field} />
      <Fieldset legend={t('scopes')}>
        <div className="grid grid-cols-1 gap-x-6 sm:grid-cols-2">
          {scopes.map(scope => (
            <Checkbox
              key={scope}
              name="scopes"
              value={scope}
              defaultChecked={usual.includes(scope)}
              label={t(`scope.${scopeWords(scope)}`)}
              hint={<code className="font-mono">{scope}</code>}
            />
          ))}
        </div>
      </Fieldset>
      <ActionNote action={action} faultOf={faultOf} />
      <div>
        <Button type="submit" loading={action.pending}>
          {t('create')}
        </Button>
      </div>
      {key === null ? null : (
        <Once
          value={key}
          title={t('shownOnce')}
          text={t('shownOnceText')}
          copyLabel={t('copy')}
          copiedLabel={t('copied')}
        />
      )}
    </ScriptedForm>
  )
}

/** Creates a key and returns it: it can't be read again. */
export async function postKey(organisation: string, wish: object): Promise<string> {
  return (await sendJson<NewApiKeyView>('POST', `/api/merchant/keys?organisation=${organisation}`, wish)).key
}
