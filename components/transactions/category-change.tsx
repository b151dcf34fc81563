'use client'

import { useTranslations } from 'next-intl'
import { lazy, Suspense, useState } from 'react'
import { Button, Spinner } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import type { TransactionView } from '#lib/views/banking.ts'
import { CategoryIcon } from './category-icon.tsx'
import { useCategoryName } from './use-categories.ts'

/** Loaded for those who change something. */
const CategoryForm = lazy(async () => ({ default: (await import('./change-forms.tsx')).CategoryForm }))

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
        <Suspense fallback={<Spinner className="m-4 text-soft" />}>
          <CategoryForm transaction={transaction} onChanged={onChanged} onDone={() => setChanging(false)} />
        </Suspense>
      ) : null}
    </section>
  )
}
