'use client'

import { useTranslations } from 'next-intl'
import { Form, useForm } from '#components/actions/form.tsx'
import { sendJson } from '#components/query/fetch-json.ts'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Fieldset } from '#components/ui/field.tsx'
import type { ApiMode, ApiScope } from '#lib/domain/merchant/api-key.ts'
import type { NewApiKeyView } from '#lib/views/api-key.ts'
import { KeyFields, keyLimitsOf, useKeyFault } from './limits.tsx'
import { Once } from './once.tsx'
import { scopeWords } from './scope-words.ts'

/** The scopes most shops need; preselected. */
const usual: readonly ApiScope[] = ['payments:read', 'payments:write', 'events:read']

type KeyFormProps = { organisation: string; mode: ApiMode; scopes: readonly ApiScope[] }

/** Creates a key with some of the scopes that the member's role allows, and shows it once. */
export function KeyForm({ organisation, mode, scopes }: KeyFormProps) {
  const t = useTranslations('keys')
  const limitsFaultOf = useKeyFault()
  const form = useForm({
    send: (text, data) => postKey(organisation, { mode, scopes: data.getAll('scopes'), ...keyLimitsOf(text) }),
    faults: field => (field === 'scopes' ? t('faultScopes') : field === 'keys' ? t('faultKeys') : limitsFaultOf(field)),
    clears: true,
  })
  const key = form.result
  return (
    <>
      <Form form={form} submit={t('create')} className="mt-4 grid gap-5">
        <p className="text-sm text-soft">{mode === 'live' ? t('modeLive') : t('modeTest')}</p>
        <KeyFields id="key" form={form} />
        <ScopeFields scopes={scopes} />
      </Form>
      {key === null ? null : (
        <div className="mt-5">
          <Once
            value={key}
            title={t('shownOnce')}
            text={t('shownOnceText')}
            copyLabel={t('copy')}
            copiedLabel={t('copied')}
          />
        </div>
      )}
    </>
  )
}

function ScopeFields({ scopes }: Pick<KeyFormProps, 'scopes'>) {
  const t = useTranslations('keys')
  return (
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
  )
}

/** Creates a key and returns it: it can't be read again. */
export async function postKey(organisation: string, wish: object): Promise<string> {
  return (await sendJson<NewApiKeyView>('POST', `/api/merchant/keys?organisation=${organisation}`, wish)).key
}
