'use client'

import { serialFaults } from '@guichet/stet/terms/certificate-serial.ts'
import { useTranslations } from 'next-intl'
import { Form, useForm } from '#components/actions/form.tsx'
import { ActionNote } from '#components/actions/note.tsx'
import { useAction } from '#components/actions/use-action.ts'
import { DateText } from '#components/format/date.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { TextField } from '#components/ui/field.tsx'
import type { RevokedCertificateView } from '#lib/views/operator.ts'
import { DataTable } from './data-table.tsx'

const url = '/api/operator/revoked'
const fields = ['serial', 'issuer', 'reason'] as const
const faults = [...serialFaults, 'full'] as const

/** The certificates that are refused for every bank, and the form that adds one. */
export function RevokedCertificates({ certificates }: { certificates: readonly RevokedCertificateView[] }) {
  const t = useTranslations('operatorForms.revoked')
  const removing = useAction()
  return (
    <Card flush aria-labelledby="revoked-title">
      <div className="p-5 sm:p-6">
        <CardHeader id="revoked-title" title={t('title')} description={t('text')} />
      </div>
      <DataTable
        caption={t('title')}
        empty={t('none')}
        columns={[
          { key: 'serial', head: t('fields.serial'), wide: true },
          { key: 'reason', head: t('fields.reason'), wide: true },
          { key: 'since', head: t('since') },
          { key: 'remove', head: <span className="sr-only">{t('remove')}</span> },
        ]}
        rows={certificates.map(({ serial, issuer, reason, createdAt }) => ({
          key: serial,
          cells: [
            <code key="serial">{serial}</code>,
            issuer ? `${reason} (${issuer})` : reason,
            <DateText key="since" value={createdAt} style="moment" />,
            <Button
              key="remove"
              variant="secondary"
              size="small"
              disabled={removing.pending}
              aria-label={t('removeOne', { serial })}
              onClick={() => removing.run(() => sendOnly('DELETE', `${url}/${serial}`))}
            >
              {t('remove')}
            </Button>,
          ],
        }))}
      />
      <ActionNote action={removing} className="px-5 py-3 sm:px-6" />
      <NewRevokedForm />
    </Card>
  )
}

function NewRevokedForm() {
  const t = useTranslations('operatorForms.revoked')
  const form = useForm({
    send: text => sendOnly('POST', url, Object.fromEntries(fields.map(name => [name, text(name)]))),
    faults: field => {
      const [name, what] = field.split('.')
      const fault = faults.find(known => known === what)
      if (name === 'serial') return t(`faults.${fault ?? 'not_hexadecimal'}`)
      return name === 'reason' || name === 'issuer' ? t(`faults.${name}`) : null
    },
    clears: true,
  })
  return (
    <Form
      form={form}
      submit={t('add')}
      variant="secondary"
      done={t('added')}
      className="grid gap-4 border-t border-line p-5 sm:p-6"
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        {fields.map(name => (
          <TextField
            key={name}
            {...form.field(name, `revoked-${name}`)}
            label={t(`fields.${name}`)}
            hint={t(`hints.${name}`)}
            autoComplete="off"
          />
        ))}
      </div>
    </Form>
  )
}
