'use client'

import { useTranslations } from 'next-intl'
import type { FormEvent } from 'react'
import { ActionNote } from '#components/actions/note.tsx'
import { useAction } from '#components/actions/use-action.ts'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { TextField } from '#components/ui/field.tsx'
import { ScriptedForm } from '#components/ui/scripted.tsx'
import type { InvoiceSettingsView } from '#lib/views/invoice.ts'

const faultNames = ['prefix', 'vatNumber', 'paymentDays'] as const
type FaultName = (typeof faultNames)[number]

/** How invoices are numbered, and what they say about the seller. */
export function InvoiceSettingsForm({ organisation, values }: { organisation: string; values: InvoiceSettingsView }) {
  const t = useTranslations('invoices.setup')
  const action = useAction()
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    const paymentDays = /^\d{1,3}$/.test(text('paymentDays')) ? Number(text('paymentDays')) : -1
    return action.run(() =>
      sendOnly('PUT', `/api/merchant/invoices/settings?organisation=${organisation}`, {
        prefix: text('prefix'),
        vatNumber: text('vatNumber'),
        companyDetails: text('companyDetails'),
        paymentDays,
        taxOnDebits: form.has('taxOnDebits'),
      }),
    )
  }
  const error = (name: FaultName) => (action.fields.includes(name) ? t(`faults.${name}`) : undefined)
  const faultOf = (field: string) => {
    const name = faultNames.find(one => one === field)
    return name === undefined ? null : t(`faults.${name}`)
  }
  return (
    <Card>
      <ScriptedForm onSubmit={save} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <div className="grid grid-cols-1 items-end gap-5 sm:grid-cols-2">
          <TextField
            id="prefix"
            name="prefix"
            label={t('prefix')}
            hint={t('prefixHint')}
            error={error('prefix')}
            defaultValue={values.prefix}
            maxLength={6}
            autoComplete="off"
          />
          <TextField
            id="paymentDays"
            name="paymentDays"
            label={t('paymentDays')}
            hint={t('paymentDaysHint')}
            error={error('paymentDays')}
            defaultValue={values.paymentDays}
            inputMode="numeric"
            maxLength={3}
            autoComplete="off"
          />
        </div>
        <TextField
          id="vatNumber"
          name="vatNumber"
          label={t('vatNumber')}
          hint={t('vatNumberHint')}
          error={error('vatNumber')}
          defaultValue={values.vatNumber ?? ''}
          maxLength={40}
          autoComplete="off"
        />
        <TextField
          id="companyDetails"
          name="companyDetails"
          label={t('companyDetails')}
          hint={t('companyDetailsHint')}
          defaultValue={values.companyDetails ?? ''}
          maxLength={200}
          autoComplete="off"
        />
        <Checkbox name="taxOnDebits" label={t('taxOnDebits')} defaultChecked={values.taxOnDebits} />
        <ActionNote action={action} done={t('saved')} faultOf={faultOf} />
        <div>
          <Button type="submit" loading={action.pending}>
            {t('save')}
          </Button>
        </div>
      </ScriptedForm>
    </Card>
  )
}
