'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { ActionNote } from '#components/actions/note.tsx'
import { useAction } from '#components/actions/use-action.ts'
import { sendJson } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Fieldset } from '#components/ui/fieldset.tsx'
import { type ApiMode, type ApiScope, apiScopes } from '#lib/domain/merchant/api-key.ts'
import { Once } from './once.tsx'

/** The scopes most shops need; preselected. */
const usual: readonly ApiScope[] = ['payments:read', 'payments:write', 'events:read']

/** Words of a scope: message keys hold no colon. */
export const scopeWords = <Scope extends ApiScope>(scope: Scope) =>
  scope.replace(':', '_') as Scope extends `${infer Noun}:${infer Verb}` ? `${Noun}_${Verb}` : never

/** Creates a key, and shows it once. */
export function KeyForm({ organisation, mode }: { organisation: string; mode: ApiMode }) {
  const t = useTranslations('keys')
  const action = useAction()
  const [key, setKey] = useState<string | null>(null)
  const make = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    setKey(null)
    const wish = { mode, name: String(data.get('name') ?? '').trim(), scopes: data.getAll('scopes') }
    const done = await action.run(async () => setKey(await postKey(organisation, wish)))
    if (done) form.reset()
  }
  const faultOf = (field: string) =>
    field === 'name' ? t('faultName') : field === 'scopes' ? t('faultScopes') : field === 'keys' ? t('faultKeys') : null
  return (
    <form method="post" onSubmit={make} noValidate className="mt-4 grid gap-5">
      <p className="text-sm text-soft">{mode === 'live' ? t('modeLive') : t('modeTest')}</p>
      <TextField
        id="key-name"
        name="name"
        label={t('name')}
        hint={t('nameHint')}
        maxLength={80}
        autoComplete="off"
        error={action.field === 'name' ? t('faultName') : undefined}
      />
      <Fieldset legend={t('scopes')}>
        <div className="grid grid-cols-1 gap-x-6 sm:grid-cols-2">
          {apiScopes.map(scope => (
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
    </form>
  )
}

async function postKey(organisation: string, wish: object): Promise<string> {
  const { NewApiKeyView } = await import('#lib/views/api-key.ts')
  return (await sendJson('POST', `/api/merchant/keys?organisation=${organisation}`, NewApiKeyView, wish)).key
}
