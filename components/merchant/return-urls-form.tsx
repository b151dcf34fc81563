'use client'

import { useTranslations } from 'next-intl'
import type { FormEvent } from 'react'
import { ActionNote } from '#components/actions/note.tsx'
import { useAction } from '#components/actions/use-action.ts'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { controlClass, describeControl, Field } from '#components/ui/field.tsx'
import { ScriptedForm } from '#components/ui/scripted.tsx'
import { returnUrlFaults } from '#lib/domain/merchant/return-url.ts'

const faults = [...returnUrlFaults, 'too_many'] as const

/** The registered return URLs, one per line. */
export function ReturnUrlsForm({ organisation, urls }: { organisation: string; urls: readonly string[] }) {
  const t = useTranslations('merchant.returns')
  const org = useTranslations('merchant.org')
  const action = useAction()
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const lines = String(new FormData(event.currentTarget).get('urls') ?? '').split('\n')
    const sent = { urls: lines.map(line => line.trim()).filter(line => line !== '') }
    void action.run(() => sendOnly('PUT', `/api/merchant/settings/return-urls?organisation=${organisation}`, sent))
  }
  const faultOf = (field: string) => {
    const [, index = '', name = index] = field.split('.')
    const fault = faults.find(one => one === name)
    if (!fault) return null
    return fault === 'too_many'
      ? t(`faults.${fault}`)
      : t('fault', { line: Number(index) + 1, words: t(`faults.${fault}`) })
  }
  const words = {
    id: 'urls',
    label: t('label'),
    error: action.field?.startsWith('returnUrls.') ? faultOf(action.field) : undefined,
  }
  return (
    <ScriptedForm onSubmit={save} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Field {...words}>
        <textarea
          {...describeControl(words)}
          name="urls"
          rows={4}
          defaultValue={urls.join('\n')}
          spellCheck={false}
          className={`${controlClass} py-2`}
        />
      </Field>
      <ActionNote action={action} done={t('saved')} faultOf={faultOf} />
      <div>
        <Button type="submit" loading={action.pending}>
          {org('save')}
        </Button>
      </div>
    </ScriptedForm>
  )
}
