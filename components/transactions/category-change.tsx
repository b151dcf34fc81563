'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useAction } from '#components/actions/use-action.tsx'
import { ProblemNote } from '#components/failures/problem-note.tsx'
import { sendJson } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Checkbox, Field } from '#components/ui/field.tsx'
import { focusWithMouse } from '#components/ui/focus-with-mouse.ts'
import { Link } from '#components/ui/link.tsx'
import { ScriptedForm } from '#components/ui/scripted.tsx'
import type { TransactionView } from '#lib/views/banking.ts'
import type { RefileResult } from '#lib/views/category.ts'
import { CategoryIcon } from './category-icon.tsx'
import { CategorySelect } from './category-select.tsx'
import { useCategoryName } from './use-categories.ts'

type CategoryChangeProps = { transaction: TransactionView; onChanged: (transaction: TransactionView) => void }

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
  const [category, setCategory] = useState(transaction.category)
  const [always, setAlways] = useState(false)
  const queries = useQueryClient()
  const { accountId, key } = transaction
  const action = useAction(() => {
    onChanged({ ...transaction, category, categorySource: 'person', ruleId: null })
    onDone()
    return Promise.all([
      queries.invalidateQueries({ queryKey: ['transactions'] }),
      queries.invalidateQueries({ queryKey: ['rules'] }),
    ])
  })
  const save = () =>
    action.run(() => sendJson<RefileResult>('PUT', '/api/transactions/category', { accountId, key, category, always }))
  return (
    <ScriptedForm
      className="mt-4 grid gap-3"
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <Field id="change-category" label={t('category')}>
        <CategorySelect
          id="change-category"
          value={category}
          ref={focusWithMouse}
          onChange={event => setCategory(event.target.value)}
        />
      </Field>
      {transaction.counterparty ? (
        <Checkbox
          checked={always}
          onChange={event => setAlways(event.target.checked)}
          label={<span className="wrap-anywhere">{t('always', { name: transaction.name })}</span>}
          hint={t('alwaysHint')}
        />
      ) : null}
      <ProblemNote error={action.problem} title={t('failed')} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" loading={action.pending}>
          {t('save')}
        </Button>
        <Button variant="quiet" size="small" onClick={onDone}>
          {t('cancel')}
        </Button>
      </div>
    </ScriptedForm>
  )
}
