'use client'

import { useTranslations } from 'next-intl'
import { lazy, Suspense, useState } from 'react'
import { useAction } from '#components/actions/use-action.tsx'
import { DateText } from '#components/format/value.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import type { ImportView } from '#lib/views/import.ts'
import type { AccountName } from './account-names.tsx'

/** Loaded on demand, because few people undo an import. */
const UndoDialog = lazy(async () => ({ default: (await import('./undo-dialog.tsx')).UndoDialog }))

type ImportHistoryProps = { imports: readonly ImportView[]; accounts: readonly AccountName[] }

/** Past imports, each with a button to undo it. */
export function ImportHistory({ imports, accounts }: ImportHistoryProps) {
  const t = useTranslations('imports')
  const [asked, setAsked] = useState<ImportView | null>(null)
  const [open, setOpen] = useState(false)
  const undoing = useAction()
  const undo = async (id: string) => {
    if (await undoing.run(() => sendOnly('DELETE', `/api/imports/${id}`))) setOpen(false)
  }
  const ask = (one: ImportView) => {
    undoing.reset()
    setAsked(one)
    setOpen(true)
  }
  return (
    <Card className="mt-6" titleId="history-title" title={t('historyTitle')}>
      <p role="status" className={undoing.done ? 'mt-2 text-sm font-medium text-positive' : 'sr-only'}>
        {undoing.done ? t('undone') : ''}
      </p>
      {imports.length === 0 ? <p className="mt-2 text-soft">{t('historyNone')}</p> : null}
      <ul className="mt-2 divide-y divide-line">
        {imports.map(one => (
          <li key={one.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0">
              <p className="wrap-anywhere font-medium">
                <bdi>{one.fileName}</bdi>
              </p>
              <p className="text-sm text-soft">
                <DateText value={one.createdAt} style="moment" /> ·{' '}
                <bdi>{accounts.find(({ id }) => id === one.accountId)?.name ?? ''}</bdi> ·{' '}
                {t('historyLine', { count: one.added, doubles: one.doubles })}
                {one.shared > 0 ? ` · ${t('historyShared', { count: one.shared })}` : null}
              </p>
            </div>
            <Button variant="danger" size="small" aria-haspopup="dialog" onClick={() => ask(one)}>
              {t('undo')}
            </Button>
          </li>
        ))}
      </ul>
      {asked ? (
        <Suspense>
          <UndoDialog
            brought={imports.find(({ id }) => id === asked.id) ?? asked}
            open={open}
            onClose={() => setOpen(false)}
            undoing={undoing.pending}
            error={undoing.problem}
            onUndo={() => undo(asked.id)}
          />
        </Suspense>
      ) : null}
    </Card>
  )
}
