'use client'

import { useTranslations } from 'next-intl'
import { Form, useForm } from '#components/actions/form.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { FileField } from '#components/ui/file-field.tsx'

type LogoFormProps = {
  bank: { code: string; initials: string; brandColor: string; brandInk: string; logo: string | null }
}

/** A bank's logo: shows the current one, uploads another, or returns to the drawn initials. */
export function LogoForm({ bank }: LogoFormProps) {
  const t = useTranslations('operatorForms.logo')
  const url = `/api/operator/banks/${bank.code}/logo`
  const form = useForm({
    send: async (_, data) => {
      const file = data.get('file')
      await sendOnly('PUT', url, { svg: file instanceof File ? await file.text() : '' })
    },
    // A file too large for the route is a fault of the body.
    faults: field => (field === 'svg' || field === 'body' ? t('fault') : null),
  })
  return (
    <Card title={t('title')} text={t('text')}>
      <Form
        form={form}
        submit={t('save')}
        done={t('saved')}
        more={
          bank.logo === null ? null : (
            <Button variant="quiet" disabled={form.pending} onClick={() => form.run(() => sendOnly('DELETE', url))}>
              {t('remove')}
            </Button>
          )
        }
        className="mt-5 grid gap-5"
      >
        <div className="flex flex-wrap items-end gap-5">
          <BankLogo bank={bank} size="large" />
          <FileField
            id="logo"
            name="file"
            label={t('file')}
            hint={t('hint')}
            accept="image/svg+xml,.svg"
            error={form.error('svg') ?? form.error('body')}
          />
        </div>
      </Form>
    </Card>
  )
}
