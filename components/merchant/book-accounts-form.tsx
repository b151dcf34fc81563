'use client'

import { useTranslations } from 'next-intl'
import { Form, faultsOf, useForm } from '#components/actions/form.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Card } from '#components/ui/card.tsx'
import { TextField } from '#components/ui/field.tsx'
import { type BookAccounts, bookRoles, defaultAccounts } from '#lib/domain/books/accounts.ts'

/** The numbers of the accounts that accounting entries name. */
export function BookAccountsForm({ organisation, accounts }: { organisation: string; accounts: BookAccounts }) {
  const t = useTranslations('merchant.settlement.books')
  const form = useForm({
    send: text =>
      sendOnly(
        'PUT',
        `/api/merchant/books?organisation=${organisation}`,
        Object.fromEntries(bookRoles.map(role => [role, text(role)])),
      ),
    faults: faultsOf(bookRoles, () => t('fault')),
  })
  return (
    <Card className="mt-6" title={t('title')} text={t('text')}>
      <Form form={form} submit={t('save')} done={t('saved')} className="stack mt-4 gap-5">
        <div className="grid grid-cols-1 items-end gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {bookRoles.map(role => (
            <TextField
              key={role}
              {...form.field(role)}
              label={t(`roles.${role}`)}
              defaultValue={accounts[role]}
              placeholder={defaultAccounts[role]}
              maxLength={12}
              className="tabular"
            />
          ))}
        </div>
      </Form>
    </Card>
  )
}
