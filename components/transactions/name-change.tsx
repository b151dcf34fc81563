'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useAction } from '#components/actions/use-action.ts'
import { ProblemNote } from '#components/failures/problem-note.tsx'
import { sendJson } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { ScriptedForm } from '#components/ui/scripted.tsx'
import type { TransactionView } from '#lib/views/banking.ts'
import type { NameResult } from '#lib/views/category.ts'

type NameChangeProps = { transaction: TransactionView; onChanged: (transaction: TransactionView) => void }

/** Sets and removes the person's own name for a counterparty. Only for transactions whose label names one. */
export function NameChange({ transaction, onChanged }: NameChangeProps) {
  const t = useTranslations('transactions.naming')
  const [changing, setChanging] = useState(false)
  const queries = useQueryClient()
  const { accountId, key } = transaction
  const action = useAction<NameResult>(given => {
    onChanged({ ...transaction, ...given })
    setChanging(false)
    return queries.invalidateQueries({ queryKey: ['transactions'] })
  })
  const save = (name: string | null) =>
    action.run(() => sendJson<NameResult>('PUT', '/api/transactions/name', { accountId, key, name }))
  return (
    <div className="mb-3">
      {changing ? (
        <NameForm transaction={transaction} pending={action.pending} onSave={save} onStop={() => setChanging(false)} />
      ) : (
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-soft">
          {transaction.named ? t('yours') : null}
          <Button variant="quiet" size="small" onClick={() => setChanging(true)}>
            {t('start')}
          </Button>
          {transaction.named ? (
            <Button variant="quiet" size="small" loading={action.pending} onClick={() => save(null)}>
              {t('undo')}
            </Button>
          ) : null}
        </p>
      )}
      {action.problem ? <ProblemNote error={action.problem} title={t('failed')} /> : null}
    </div>
  )
}

type NameFormProps = {
  transaction: TransactionView
  pending: boolean
  onSave: (name: string) => void
  onStop: () => void
}

function NameForm({ transaction, pending, onSave, onStop }: NameFormProps) {
  const t = useTranslations('transactions.naming')
  const [name, setName] = useState(transaction.name)
  return (
    <ScriptedForm
      className="grid gap-3 rounded-2xl bg-sunken p-4"
      onSubmit={event => {
        event.preventDefault()
        if (name.trim()) onSave(name.trim())
      }}
    >
      <TextField
        id="own-name"
        label={t('name')}
        hint={<span className="wrap-anywhere">{t('hint', { counterparty: transaction.counterparty })}</span>}
        value={name}
        maxLength={60}
        required
        autoComplete="off"
        onChange={event => setName(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" loading={pending}>
          {t('save')}
        </Button>
        <Button variant="quiet" size="small" onClick={onStop}>
          {t('cancel')}
        </Button>
      </div>
    </ScriptedForm>
  )
}
