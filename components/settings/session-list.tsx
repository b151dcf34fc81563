'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Confirmed } from '#components/actions/confirmed.tsx'
import { useAction } from '#components/actions/use-action.tsx'
import { RelativeTime } from '#components/format/relative-time.tsx'
import { DateText } from '#components/format/value.tsx'
import { RequestProblem, sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Alert, Badge } from '#components/ui/card.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { nameBrowser } from '#lib/domain/requests/name-browser.ts'
import type { SessionView } from '#lib/views/banking.ts'

const shownAtOnce = 5

export function SessionList({ sessions }: { sessions: readonly SessionView[] }) {
  const t = useTranslations('settings.sessions')
  const router = useRouter()
  const [revoked, setRevoked] = useState<readonly string[]>([])
  const action = useAction('nothing')
  const revoke = (ids: readonly string[]) =>
    action.run(() => {
      setRevoked(ids)
      // Some may have ended although one failed.
      return Promise.all(ids.map(endSession)).finally(() => router.refresh())
    })
  const others = sessions.filter(({ current }) => !current)
  const isPending = (id: string) => action.pending && revoked.includes(id)
  const row = (session: SessionView) => (
    <SessionRow
      key={session.id}
      session={session}
      pending={isPending(session.id)}
      onAsk={action.reset}
      onRevoke={() => revoke([session.id])}
    />
  )
  return (
    <>
      <ul className="divide-y divide-line">
        {sessions.filter(({ current }) => current).map(row)}
        {others.slice(0, shownAtOnce).map(row)}
      </ul>
      {others.length > shownAtOnce ? (
        <Disclosure title={t('more', { count: others.length - shownAtOnce })} className="border-t border-line">
          <ul className="divide-y divide-line">{others.slice(shownAtOnce).map(row)}</ul>
        </Disclosure>
      ) : null}
      {others.length > 1 ? (
        <Button
          variant="danger"
          className="mt-4"
          loading={action.pending && revoked.length > 1}
          onClick={() => revoke(others.map(({ id }) => id))}
        >
          {t('revokeOthers', { count: others.length })}
        </Button>
      ) : null}
      {others.length === 0 ? <p className="border-t border-line pt-4 text-[0.9375rem] text-soft">{t('only')}</p> : null}
      <div role="status">
        {action.done ? (
          <Alert tone="success" className="mt-4">
            {t('revoked', { count: revoked.length })}
          </Alert>
        ) : null}
        {action.problem ? (
          <Alert tone="danger" title={t('failed')} className="mt-4">
            {t('failedText')}
          </Alert>
        ) : null}
      </div>
    </>
  )
}

/** Ends one session; one that has ended already counts as success. */
async function endSession(id: string): Promise<void> {
  await sendOnly('DELETE', `/api/sessions/${encodeURIComponent(id)}`).catch((error: unknown) => {
    if (!(error instanceof RequestProblem && error.status === 404)) throw error
  })
}

type SessionRowProps = { session: SessionView; pending: boolean; onAsk: () => void; onRevoke: () => Promise<boolean> }

function SessionRow({ session, pending, onAsk, onRevoke }: SessionRowProps) {
  const t = useTranslations('settings.sessions')
  const cancel = useTranslations('common')
  const name = useBrowserWords(session.userAgent)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <span className="grid size-11 shrink-0 place-items-center rounded-xl bg-sunken text-soft">
        <Icon name={nameBrowser(session.userAgent).mobile ? 'phone' : 'laptop'} className="size-5.5" />
      </span>
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          {name}
          {session.current ? <Badge tone="brand">{t('current')}</Badge> : null}
        </p>
        <p className="text-sm text-soft">
          {t.rich('seen', { when: () => <RelativeTime value={session.lastSeenAt} /> })}
          {' · '}
          {t.rich('since', { date: () => <DateText value={session.createdAt} /> })}
          {session.ip ? ` · ${t('address', { ip: session.ip })}` : null}
        </p>
      </div>
      {session.current ? null : (
        <Confirmed
          start={t('revoke')}
          label={`${t('revoke')} (${name})`}
          ask={t('revokeTitle')}
          yes={t('revokeOf', { browser: name })}
          no={cancel('cancel')}
          size="small"
          onAsk={onAsk}
          onYes={onRevoke}
          pending={pending}
        />
      )}
    </li>
  )
}

function useBrowserWords(userAgent: string | null): string {
  const t = useTranslations('settings.sessions')
  const { browser, system } = nameBrowser(userAgent)
  if (browser && system) return t('browserOn', { browser, system })
  return browser ?? system ?? t('unknown')
}
