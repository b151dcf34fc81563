'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ActionNote } from '#components/actions/note.tsx'
import { useAction } from '#components/actions/use-action.ts'
import { DateText } from '#components/format/date.tsx'
import { RelativeTime } from '#components/format/relative-time.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import type { ApiKeyView } from '#lib/views/api-key.ts'
import { scopeWords } from './form.tsx'

type KeyListProps = { keys: readonly ApiKeyView[]; organisation: string; mayRevoke: boolean }

/** Keys of an organisation; revoked ones stay listed, so that their past requests can be attributed. */
export function KeyList({ keys, organisation, mayRevoke }: KeyListProps) {
  return (
    <ul className="divide-y divide-line">
      {keys.map(one => (
        <KeyRow key={one.id} view={one} organisation={organisation} mayRevoke={mayRevoke} />
      ))}
    </ul>
  )
}

function KeyRow({ view, organisation, mayRevoke }: { view: ApiKeyView; organisation: string; mayRevoke: boolean }) {
  const t = useTranslations('keys')
  const isRevoked = view.revokedAt !== null
  return (
    <li className="grid gap-2 px-5 py-4 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 className="wrap-anywhere font-semibold">{view.name}</h3>
          <code className="font-mono text-sm text-soft">{view.label}</code>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Badge tone={view.mode === 'live' ? 'warning' : 'neutral'}>{t(view.mode)}</Badge>
          <Badge tone={isRevoked ? 'neutral' : 'success'}>{isRevoked ? t('revoked') : t('active')}</Badge>
        </div>
      </div>
      <p className="text-sm text-soft">{view.scopes.map(scope => t(`scope.${scopeWords(scope)}`)).join(' · ')}</p>
      <p className="text-sm text-soft">
        {t('made')} <DateText value={view.createdAt} /> {t('by', { name: view.createdBy })} ·{' '}
        {view.lastUsedAt === null ? (
          t('never')
        ) : (
          <>
            {t('used')} <RelativeTime value={view.lastUsedAt} />
          </>
        )}
      </p>
      {mayRevoke && !isRevoked ? <RevokeKey view={view} organisation={organisation} /> : null}
    </li>
  )
}

function RevokeKey({ view, organisation }: { view: ApiKeyView; organisation: string }) {
  const t = useTranslations('keys')
  const action = useAction()
  const [isAsked, setIsAsked] = useState(false)
  const revoke = () =>
    action.run(() => sendOnly('DELETE', `/api/merchant/keys/${view.id}?organisation=${organisation}`))
  return (
    <div className="grid gap-3">
      {isAsked ? (
        <div className="flex flex-wrap items-center gap-3">
          <p role="status" className="text-sm">
            {t('confirmRevoke', { name: view.name })}
          </p>
          <Button variant="danger" size="small" onClick={revoke} loading={action.pending}>
            {t('revoke')}
          </Button>
          <Button variant="secondary" size="small" onClick={() => setIsAsked(false)}>
            {t('cancel')}
          </Button>
        </div>
      ) : (
        <div>
          <Button
            variant="secondary"
            size="small"
            aria-label={t('revokeOf', { name: view.name })}
            onClick={() => setIsAsked(true)}
          >
            {t('revoke')}
          </Button>
        </div>
      )}
      <ActionNote action={action} />
    </div>
  )
}
