'use client'

import { useTranslations } from 'next-intl'
import type { FormEvent } from 'react'
import { ActionNote } from '#components/actions/note.tsx'
import { useAction } from '#components/actions/use-action.ts'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { ScriptedForm } from '#components/ui/scripted.tsx'

type RepresentativeFormProps = { organisation: string; values: { name: string; role: string } }

/** Who represents the organisation. */
export function RepresentativeForm({ organisation, values }: RepresentativeFormProps) {
  const t = useTranslations('activation.representative')
  const action = useAction()
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const typed = { name: String(form.get('name') ?? ''), role: String(form.get('role') ?? '') }
    await action.run(() =>
      sendOnly('PUT', `/api/merchant/activation/representative?organisation=${organisation}`, typed),
    )
  }
  const faultOf = (field: string) => (field === 'name' || field === 'role' ? t(`faults.${field}`) : null)
  return (
    <ScriptedForm onSubmit={save} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid grid-cols-1 items-end gap-5 sm:grid-cols-2">
        <TextField
          id="representative-name"
          name="name"
          label={t('name')}
          defaultValue={values.name}
          autoComplete="off"
          error={action.field === 'name' ? t('faults.name') : undefined}
        />
        <TextField
          id="representative-role"
          name="role"
          label={t('role')}
          hint={t('roleHint')}
          defaultValue={values.role}
          autoComplete="off"
          error={action.field === 'role' ? t('faults.role') : undefined}
        />
      </div>
      <ActionNote action={action} done={t('saved')} faultOf={faultOf} />
      <div>
        <Button type="submit" variant="secondary" loading={action.pending}>
          {t('save')}
        </Button>
      </div>
    </ScriptedForm>
  )
}
