'use client'

import { useTranslations } from 'next-intl'
import { Form, faultsOf, useForm } from '#components/actions/form.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { TextField } from '#components/ui/field.tsx'

type RepresentativeFormProps = { organisation: string; values: { name: string; role: string } }

/** Who represents the organisation. */
export function RepresentativeForm({ organisation, values }: RepresentativeFormProps) {
  const t = useTranslations('activation.representative')
  const form = useForm({
    send: text =>
      sendOnly('PUT', `/api/merchant/activation/representative?organisation=${organisation}`, {
        name: text('name'),
        role: text('role'),
      }),
    faults: faultsOf(['name', 'role'] as const, name => t(`faults.${name}`)),
  })
  return (
    <Form form={form} submit={t('save')} variant="secondary" done={t('saved')} className="stack gap-5">
      <div className="grid grid-cols-1 items-end gap-5 sm:grid-cols-2">
        <TextField
          {...form.field('name', 'representative-name')}
          label={t('name')}
          defaultValue={values.name}
          autoComplete="off"
        />
        <TextField
          {...form.field('role', 'representative-role')}
          label={t('role')}
          hint={t('roleHint')}
          defaultValue={values.role}
          autoComplete="off"
        />
      </div>
    </Form>
  )
}
