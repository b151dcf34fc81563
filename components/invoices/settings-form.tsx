'use client'

import { useTranslations } from 'next-intl'
import { Form, faultsOf, useForm } from '#components/actions/form.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Card } from '#components/ui/card.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { TextField } from '#components/ui/field.tsx'
import type { InvoiceSettingsView } from '#lib/views/invoice.ts'

const faultNames = ['prefix', 'vatNumber', 'paymentDays'] as const

/** How invoices are numbered, and what they say about the seller. */
export function InvoiceSettingsForm({ organisation, values }: { organisation: string; values: InvoiceSettingsView }) {
  const t = useTranslations('invoices.setup')
  const form = useForm({
    send: (text, data) =>
      sendOnly('PUT', `/api/merchant/invoices/settings?organisation=${organisation}`, {
        prefix: text('prefix'),
        vatNumber: text('vatNumber'),
        companyDetails: text('companyDetails'),
        paymentDays: /^\d{1,3}$/.test(text('paymentDays')) ? Number(text('paymentDays')) : -1,
        lateTerms: text('lateTerms'),
        discountTerms: text('discountTerms'),
        taxOnDebits: data.has('taxOnDebits'),
        soleTrader: data.has('soleTrader'),
        remindBefore: data.has('remindBefore'),
        remindAfter: data.has('remindAfter'),
      }),
    faults: faultsOf(faultNames, name => t(`faults.${name}`)),
  })
  return (
    <Card>
      <Form form={form} submit={t('save')} done={t('saved')} className="stack gap-5">
        <div className="grid grid-cols-1 items-end gap-5 sm:grid-cols-2">
          <TextField
            {...form.field('prefix')}
            label={t('prefix')}
            hint={t('prefixHint')}
            defaultValue={values.prefix}
            maxLength={6}
          />
          <TextField
            {...form.field('paymentDays')}
            label={t('paymentDays')}
            hint={t('paymentDaysHint')}
            defaultValue={values.paymentDays}
            inputMode="numeric"
            maxLength={3}
          />
        </div>
        <TextField
          {...form.field('vatNumber')}
          label={t('vatNumber')}
          hint={t('vatNumberHint')}
          defaultValue={values.vatNumber ?? ''}
          maxLength={40}
        />
        <TextField
          {...form.field('companyDetails')}
          label={t('companyDetails')}
          hint={t('companyDetailsHint')}
          defaultValue={values.companyDetails ?? ''}
          maxLength={200}
        />
        {(['lateTerms', 'discountTerms'] as const).map(name => (
          <TextField
            key={name}
            {...form.field(name)}
            label={t(name)}
            hint={t(`${name}Hint`)}
            defaultValue={values[name] ?? ''}
            maxLength={400}
          />
        ))}
        {(['remindBefore', 'remindAfter'] as const).map(name => (
          <Checkbox key={name} name={name} label={t(name)} defaultChecked={values[name]} />
        ))}
        <Checkbox name="soleTrader" label={t('soleTrader')} defaultChecked={values.soleTrader} />
        <Checkbox name="taxOnDebits" label={t('taxOnDebits')} defaultChecked={values.taxOnDebits} />
      </Form>
    </Card>
  )
}
