'use client'

import { useTranslations } from 'next-intl'
import { Form, useForm } from '#components/actions/form.tsx'
import { sendJson, sendOnly } from '#components/query/fetch-json.ts'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Field, TextField } from '#components/ui/field.tsx'
import { focusWithMouse } from '#components/ui/focus-with-mouse.ts'
import type { TransactionView } from '#lib/views/banking.ts'
import type { NameResult } from '#lib/views/category.ts'
import { CategorySelect } from './category-select.tsx'

type ChangeFormProps = {
  transaction: TransactionView
  onChanged: (transaction: TransactionView) => unknown
  onDone: () => void
}

/** The person's own name for a counterparty. */
export function NameForm({ transaction, onChanged, onDone }: ChangeFormProps) {
  const t = useTranslations('transactions.naming')
  const { accountId, key } = transaction
  const form = useForm<NameResult>({
    send: text => sendJson('PUT', '/api/transactions/name', { accountId, key, name: text('name') }),
    reread: given => {
      onDone()
      return onChanged({ ...transaction, ...given })
    },
  })
  return (
    <Form
      form={form}
      submit={t('save')}
      size="small"
      cancel={{ label: t('cancel'), onClick: onDone }}
      checks
      className="mb-3 grid gap-3 rounded-2xl bg-sunken p-4"
    >
      <TextField
        id="own-name"
        name="name"
        label={t('name')}
        hint={<span className="wrap-anywhere">{t('hint', { name: transaction.name })}</span>}
        defaultValue={transaction.name}
        maxLength={60}
        required
      />
    </Form>
  )
}

/** Another category, optionally for all transactions of the counterparty. */
export function CategoryForm({ transaction, onChanged, onDone }: ChangeFormProps) {
  const t = useTranslations('transactions.change')
  const { accountId, key } = transaction
  const form = useForm<string>({
    send: async (text, data) => {
      const change = { accountId, key, category: text('category'), always: data.has('always') }
      await sendOnly('PUT', '/api/transactions/category', change)
      return change.category
    },
    reread: category => {
      onDone()
      return onChanged({ ...transaction, category, categorySource: 'person', ruleId: null })
    },
  })
  return (
    <Form
      form={form}
      submit={t('save')}
      size="small"
      cancel={{ label: t('cancel'), onClick: onDone }}
      className="mt-4 grid gap-3"
    >
      <Field id="change-category" label={t('category')}>
        <CategorySelect id="change-category" name="category" defaultValue={transaction.category} ref={focusWithMouse} />
      </Field>
      {transaction.counterparty ? (
        <Checkbox
          name="always"
          label={<span className="wrap-anywhere">{t('always', { name: transaction.name })}</span>}
          hint={t('alwaysHint')}
        />
      ) : null}
    </Form>
  )
}
