'use client'

import { useTranslations } from 'next-intl'
import { Form, faultsOf, useForm } from '#components/actions/form.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Card } from '#components/ui/card.tsx'
import { TextField } from '#components/ui/field.tsx'
import type { AppClientLine } from '#lib/views/operator-app.ts'
import { Suspension } from './merchant-forms.tsx'

/** Stops an app for everybody with a reason, or lets it go on. */
export function AppSuspension({ id, suspended }: Pick<AppClientLine, 'id' | 'suspended'>) {
  const t = useTranslations('operatorApps.suspension')
  return (
    <Suspension
      url={`/api/operator/apps/${id}/suspension`}
      suspended={
        suspended && (
          <div className="grid gap-1">
            <p lang="fr">{suspended.fr}</p>
            <p lang="en">{suspended.en}</p>
          </div>
        )
      }
      t={t}
      reasons={{ reasonFr: t('reasonFr'), reasonEn: t('reasonEn') }}
      faults={faultsOf(['reasonFr', 'reasonEn'], () => t('fault'))}
    />
  )
}

/** How often it may ask. */
export function AppLimit({ id, hourlyLimit }: Pick<AppClientLine, 'id' | 'hourlyLimit'>) {
  const t = useTranslations('operatorApps.limit')
  const limitOf = (typed: string) => (typed === '' ? null : Number(typed))
  const form = useForm<unknown>({
    send: text => sendOnly('PUT', `/api/operator/apps/${id}/limit`, { limit: limitOf(text('limit')) }),
    faults: () => t('fault'),
  })
  return (
    <Card titleId="limit-title" title={t('title')} bodyClass="mt-5">
      <Form form={form} submit={t('save')} variant="secondary" done={t('done')} className="grid gap-4">
        <TextField
          {...form.field('limit')}
          label={t('label')}
          hint={t('hint')}
          inputMode="numeric"
          defaultValue={hourlyLimit ?? ''}
        />
      </Form>
    </Card>
  )
}
