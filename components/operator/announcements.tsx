'use client'

import { useTranslations } from 'next-intl'
import { faultsOf, useForm } from '#components/actions/form.tsx'
import { ActionNote, useAction } from '#components/actions/use-action.tsx'
import { DateText } from '#components/format/value.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { TextField } from '#components/ui/field.tsx'
import type { AnnouncementView } from '#lib/views/status.ts'
import { AddForm } from './add-form.tsx'

const url = '/api/operator/announcements'
const fields = ['textFr', 'textEn'] as const

/** What the status page announces, and the form that announces something. */
export function Announcements({ announcements }: { announcements: readonly AnnouncementView[] }) {
  const t = useTranslations('operatorForms.announcements')
  const ending = useAction()
  const link = (chunks: React.ReactNode) => (
    <a href="/status" className="link">
      {chunks}
    </a>
  )
  return (
    <Card flush aria-labelledby="announcements" className="mt-6">
      <div className="p-5 sm:p-6">
        <CardHeader id="announcements" title={t('title')} description={t.rich('text', { link })} />
        <ul className="mt-3 divide-y divide-line">
          {announcements.map(({ id, text, startedAt }) => (
            <li key={id} className="flex flex-wrap items-start justify-between gap-3 py-3">
              <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
                <p lang="fr">{text.fr}</p>
                <p lang="en" className="text-soft">
                  {text.en}
                </p>
                <DateText value={startedAt} style="moment" className="text-sm text-soft" />
              </div>
              <Button
                variant="secondary"
                size="small"
                disabled={ending.pending}
                onClick={() => ending.run(() => sendOnly('DELETE', `${url}/${id}`))}
              >
                {t('end')}
              </Button>
            </li>
          ))}
        </ul>
        <ActionNote action={ending} />
      </div>
      <AnnouncementForm />
    </Card>
  )
}

function AnnouncementForm() {
  const t = useTranslations('operatorForms.announcements')
  const form = useForm({
    send: text => sendOnly('POST', url, Object.fromEntries(fields.map(name => [name, text(name)]))),
    faults: faultsOf(fields, () => t('fault')),
    clears: true,
  })
  return (
    <AddForm form={form} t={t}>
      {fields.map(name => (
        <TextField
          key={name}
          {...form.field(name, `announcement-${name}`)}
          label={t(`fields.${name}`)}
          hint={t(`hints.${name}`)}
          maxLength={500}
        />
      ))}
    </AddForm>
  )
}
