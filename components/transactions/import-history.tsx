'use client'

import { useTranslations } from 'next-intl'
import { Confirmed } from '#components/actions/confirmed.tsx'
import { ActionNote, useAction } from '#components/actions/use-action.tsx'
import { DateText } from '#components/format/value.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Card } from '#components/ui/card.tsx'
import type { ImportView } from '#lib/views/import.ts'
import type { AccountName } from './account-names.tsx'

type ImportHistoryProps = { imports: readonly ImportView[]; accounts: readonly AccountName[] }

/** Past imports. Each can be undone, after a question that says what is deleted and what is kept. */
export function ImportHistory({ imports, accounts }: ImportHistoryProps) {
  const t = useTranslations('imports')
  const undoing = useAction()
  return (
    <Card className="mt-6" titleId="history-title" title={t('historyTitle')}>
      <ActionNote action={undoing} done={t('undone')} className="mt-3" />
      {imports.length === 0 ? <p className="mt-2 text-soft">{t('historyNone')}</p> : null}
      <ul className="mt-2 divide-y divide-line">
        {imports.map(({ id, fileName, createdAt, accountId, added, doubles, alone, shared }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0">
              <p className="wrap-anywhere font-medium">
                <bdi>{fileName}</bdi>
              </p>
              <p className="text-sm text-soft">
                <DateText value={createdAt} style="moment" /> ·{' '}
                <bdi>{accounts.find(account => account.id === accountId)?.name ?? ''}</bdi> ·{' '}
                {t('historyLine', { count: added, doubles })}
                {shared > 0 ? ` · ${t('historyShared', { count: shared })}` : null}
              </p>
            </div>
            <Confirmed
              start={t('undo')}
              ask={t('undoTitle')}
              yes={t(alone > 0 ? 'undoConfirm' : 'undoForget')}
              no={t('keep')}
              size="small"
              onAsk={undoing.reset}
              onYes={() => undoing.run(() => sendOnly('DELETE', `/api/imports/${id}`))}
              pending={undoing.pending}
            >
              <p>{t('undoText', { count: alone })}</p>
              {shared > 0 ? <p className="mt-2">{t('undoShared', { count: shared })}</p> : null}
              <p className="mt-2">{t('undoBank')}</p>
            </Confirmed>
          </li>
        ))}
      </ul>
    </Card>
  )
}
