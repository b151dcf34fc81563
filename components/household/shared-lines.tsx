'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { AccountNames } from '#components/transactions/account-names.tsx'
import { TransactionResults } from '#components/transactions/results.tsx'
import { useDebounced } from '#components/transactions/use-debounced.ts'
import { useTransactionPages } from '#components/transactions/use-transaction-pages.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { useWaiting } from '#components/ui/scripted.tsx'
import { SearchField } from '#components/ui/search-field.tsx'
import type { TransactionPage } from '#lib/views/banking.ts'
import type { SharedAccountView } from '#lib/views/household.ts'

type SharedLinesProps = {
  account: SharedAccountView
  initial: TransactionPage
}

/** Transactions of another person's account, searched while typing; read-only. */
export function SharedLines({ account, initial }: SharedLinesProps) {
  const t = useTranslations('household.account')
  const [typed, setTyped] = useState('')
  const waiting = useWaiting()
  const q = useDebounced(typed.trim())
  const askFor = (words: string) => new URLSearchParams(words ? { q: words } : {}).toString()
  const found = useTransactionPages({
    url: `/api/household/accounts/${account.id}/transactions`,
    version: 'shared',
    asked: askFor(q),
    initial: { page: initial, asked: askFor('') },
  })
  const total = found.pages[0]?.total ?? initial.total
  const named = { id: account.id, name: account.name, bank: account.bank.name, kind: account.kind }
  return (
    <section aria-labelledby="lines-title">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div>
          <h2 id="lines-title" className="text-xl font-semibold">
            {t('linesTitle')}
          </h2>
          <p role="status" className="tabular mt-0.5 text-sm text-soft">
            {t('count', { count: total })}
          </p>
        </div>
        <search className="w-full sm:w-80">
          <SearchField
            {...waiting}
            id="shared-search"
            label={t('search')}
            placeholder={t('placeholder')}
            value={typed}
            busy={found.isReading && !found.isReadingFurther}
            onText={setTyped}
          />
        </search>
      </div>
      <AccountNames accounts={[{ ...named, sharedBy: account.ownerName }]}>
        <TransactionResults
          found={found}
          withSums={!q}
          nextPage={null}
          endNote={t('end')}
          nothing={<EmptyState title={t('nothing')}>{q ? t('nothingText') : null}</EmptyState>}
        />
      </AccountNames>
    </section>
  )
}
