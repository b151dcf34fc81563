'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import type { FormEvent } from 'react'
import { ActionNote } from '#components/actions/note.tsx'
import { useAction } from '#components/actions/use-action.ts'
import { sendOnly } from '#components/query/fetch-json.ts'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { FileField } from '#components/ui/file-field.tsx'
import { ScriptedForm } from '#components/ui/scripted.tsx'

type LogoFormProps = {
  bank: { code: string; initials: string; brandColor: string; brandInk: string; logo: string | null }
}

/** A bank's logo: shows the current one, uploads another, or returns to the drawn initials. */
export function LogoForm({ bank }: LogoFormProps) {
  const t = useTranslations('operatorForms.logo')
  const router = useRouter()
  const action = useAction()
  // A file too large for the route is a fault of the body.
  const faultOf = (field: string) => (field === 'svg' || field === 'body' ? t('fault') : null)
  const url = `/api/operator/banks/${bank.code}/logo`
  const change = async (send: () => Promise<void>) => {
    if (await action.run(send)) router.refresh()
  }
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const file = new FormData(event.currentTarget).get('file')
    const svg = file instanceof File ? await file.text() : ''
    await change(() => sendOnly('PUT', url, { svg }))
  }
  return (
    <Card>
      <CardHeader title={t('title')} description={t('text')} />
      <ScriptedForm onSubmit={save} noValidate className="mt-5 grid gap-5">
        <div className="flex flex-wrap items-end gap-5">
          <BankLogo bank={bank} size="large" />
          <FileField
            id="logo"
            name="file"
            label={t('file')}
            hint={t('hint')}
            accept="image/svg+xml,.svg"
            error={action.field === null ? undefined : (faultOf(action.field) ?? undefined)}
          />
        </div>
        <ActionNote action={action} done={t('saved')} faultOf={faultOf} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" loading={action.pending}>
            {t('save')}
          </Button>
          {bank.logo === null ? null : (
            <Button variant="quiet" disabled={action.pending} onClick={() => change(() => sendOnly('DELETE', url))}>
              {t('remove')}
            </Button>
          )}
        </div>
      </ScriptedForm>
    </Card>
  )
}
