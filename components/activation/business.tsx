'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { ActionButton, Form, faultsOf, useForm } from '#components/actions/form.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { DateField } from '#components/ui/date-field.tsx'
import { FieldError, TextField } from '#components/ui/field.tsx'
import {
  type BeneficialOwner,
  type Business,
  businessFields,
  maxBeneficialOwners,
} from '#lib/domain/merchant/business.ts'

const nobody: BeneficialOwner = { name: '', bornOn: '', share: '' }

/** What the company sells and who owns it. */
export function BusinessForm({ organisation, values }: { organisation: string; values: Business | null }) {
  const t = useTranslations('activation.business')
  const known = values?.owners ?? []
  const [count, setCount] = useState(Math.max(1, known.length))
  const rows = Array.from({ length: count }, (_, at) => known[at] ?? nobody)
  const form = useForm({
    send: text =>
      sendOnly('PUT', `/api/merchant/activation/business?organisation=${organisation}`, {
        activity: text('activity'),
        naf: text('naf'),
        owners: rows.map((_, at) => ({
          name: text(`owner-name-${at}`),
          bornOn: text(`owner-born-${at}`),
          share: text(`owner-share-${at}`),
        })),
      }),
    faults: faultsOf(businessFields, field => t(`faults.${field}`)),
  })
  const ownersFault = form.error('owners')
  return (
    <Form form={form} submit={t('save')} variant="secondary" done={t('saved')} className="stack gap-5">
      <div className="grid grid-cols-1 items-end gap-5 sm:grid-cols-[2fr_1fr]">
        <TextField
          {...form.field('activity')}
          label={t('activity')}
          hint={t('activityHint')}
          defaultValue={values?.activity}
        />
        <TextField {...form.field('naf')} label={t('naf')} hint={t('nafHint')} defaultValue={values?.naf ?? ''} />
      </div>
      <fieldset className="stack gap-3">
        <legend className="text-[0.9375rem] font-medium">{t('owners')}</legend>
        <p className="text-sm text-soft">{t('ownersHint')}</p>
        {rows.map(({ name, bornOn, share }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added at the end
          <div key={at} className="grid grid-cols-1 items-end gap-3 sm:grid-cols-[2fr_1fr_1fr]">
            <TextField name={`owner-name-${at}`} id={`owner-name-${at}`} label={t('name')} defaultValue={name} />
            <DateField name={`owner-born-${at}`} label={t('bornOn')} value={bornOn} />
            <TextField
              name={`owner-share-${at}`}
              id={`owner-share-${at}`}
              label={t('share')}
              defaultValue={share}
              inputMode="decimal"
            />
          </div>
        ))}
        {ownersFault ? <FieldError id="owners">{ownersFault}</FieldError> : null}
        {count < maxBeneficialOwners ? (
          <div>
            <Button variant="quiet" size="small" onClick={() => setCount(count + 1)}>
              {t('add')}
            </Button>
          </div>
        ) : null}
      </fieldset>
    </Form>
  )
}

/** An owner agrees to the version that is shown. */
export function AcceptContract({ organisation, version }: { organisation: string; version: string }) {
  const t = useTranslations('activation.contract')
  const language = useLocale()
  return (
    <ActionButton
      act={() =>
        sendOnly('POST', `/api/merchant/activation/contract?organisation=${organisation}`, { version, language })
      }
    >
      {t('accept')}
    </ActionButton>
  )
}
