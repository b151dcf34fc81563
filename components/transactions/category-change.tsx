'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Form, useForm } from '#components/actions/form.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Checkbox, Field } from '#components/ui/field.tsx'
import { focusWithMouse } from '#components/ui/focus-with-mouse.ts'
import { Link } from '#components/ui/link.tsx'
import type { TransactionView } from '#lib/views/banking.ts'
import { CategoryIcon } from './category-icon.tsx'
import { CategorySelect } from './category-select.tsx'
import { useCategoryName } from './use-categories.ts'

type CategoryChangeProps = { transaction: TransactionView; onChanged: (transaction: TransactionView) => unknown }

/** A transaction's category and its reason; changes it, optionally for all transactions of the counterparty. */
export function CategoryChange({ transaction, onChanged }: CategoryChangeProps) {
  const t = useTranslations('transactions.change')
  const categoryName = useCategoryName()
  const [changing, setChanging] = useState(false)
  const { category, categorySource, ruleId } = transaction
  return (
    <section aria-label={t('label')} className="rounded-2xl bg-sunken p-4">
      <div className="flex flex-wrap items-center gap-3">
        <CategoryIcon category={category} />
        <div className="min-w-0 flex-1 basis-28">
          <p className="font-medium">{categoryName(category)}</p>
          <p className="text-sm text-soft">
            {t(`sources.${categorySource}`)}
            {ruleId ? (
              <>
                {' '}
                <Link href={`/transactions/rules#rule-${ruleId}`} className="link">
                  {t('showRule')}
                </Link>
              </>
            ) : null}
          </p>
        </div>
        {changing ? null : (
          <Button variant="secondary" size="small" onClick={() => setChanging(true)}>
            {t('start')}
          </Button>
        )}
      </div>
      {changing ? (
        <ChangeForm transaction={transaction} onChanged={onChanged} onDone={() => setChanging(false)} />
      ) : null}
    </section>
  )
}

function ChangeForm({ transaction, onChanged, onDone }: CategoryChangeProps & { onDone: () => void }) {
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
