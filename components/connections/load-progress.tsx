'use client'

import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { useAction } from '#components/actions/use-action.tsx'
import { ProblemNote } from '#components/failures/problem-note.tsx'
import { useStoredReason } from '#components/failures/told.tsx'
import { Money } from '#components/format/value.tsx'
import { sendJson } from '#components/query/fetch-json.ts'
import { usePolled } from '#components/query/use-polled.ts'
import { Button, Spinner } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { ButtonLink, Link } from '#components/ui/link.tsx'
import { Progress } from '#components/ui/progress.tsx'
import { closureOf } from '#lib/domain/accounts/closure.ts'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import type { ProgressView } from '#lib/views/banking.ts'

const pollMs = 700

type LoadProgressProps = {
  connectionId: string
  bankName: string
  initial: ProgressView
  /** Whether the consented identity is still unknown, which requires a refresh even without accounts. */
  nameWanted: boolean
}

/** Reads the consented data in the person's presence and shows each account as it arrives. A page reload continues it. */
export function LoadProgress({ connectionId, bankName, initial, nameWanted }: LoadProgressProps) {
  const t = useTranslations('consent.loading')
  const { progress, problem, start, reading } = useLoad(connectionId, initial, nameWanted)
  // A closed account gives nothing, and no second try would change that.
  const complete = !reading && progress.accounts.every(account => account.state === 'done' || closureOf(account))
  const failed = progress.accounts.filter(account => account.state === 'failed').length
  const ended = progress.accounts.every(({ state }) => state === 'done' || state === 'failed')
  const title = reading ? 'title' : complete ? 'titleDone' : ended ? 'titlePartly' : 'titleStopped'
  const lead = reading ? 'lead' : complete ? 'leadDone' : 'leadPartly'
  const done = progress.accounts.filter(({ state }) => state === 'done').length
  const counts = { done, failed, total: progress.total }

  if (progress.total === 0 && !nameWanted)
    return (
      <EmptyState
        level={1}
        title={t('nothingTitle')}
        action={
          <>
            <ButtonLink href={`/connections/${connectionId}/consent`}>{t('choose')}</ButtonLink>
            <ButtonLink href="/home" variant="secondary">
              {t('home')}
            </ButtonLink>
          </>
        }
      >
        {t('nothingText')}
      </EmptyState>
    )
  return (
    <div className="mx-auto max-w-2xl">
      <h1 className="text-[1.75rem] font-semibold sm:text-[2rem]">{t(title)}</h1>
      <p className="mt-1.5 text-soft">{t(lead, nameBank(bankName))}</p>
      <div className="mt-6">
        <Progress label={t('progressLabel')} value={done} max={progress.total} text={t('progress', counts)} />
      </div>
      <p role="status" className="sr-only">
        {reading ? t('announce', counts) : t('announceDone', counts)}
      </p>
      <ProblemNote error={problem} className="mt-6" />
      <Card as="div" flush className="mt-6">
        <ul aria-label={t('listLabel')} className="divide-y divide-line">
          {progress.accounts.map(account => (
            <AccountProgress key={account.id} account={account} />
          ))}
        </ul>
      </Card>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink href="/home" variant={reading ? 'secondary' : 'primary'}>
          {t(reading ? 'homeNow' : 'home')}
        </ButtonLink>
        {!reading && !complete ? (
          <Button variant="secondary" onClick={() => start()}>
            {t(failed > 0 ? 'retry' : 'resume')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

/** An interrupted refresh (a page reload, a closed laptop) is restarted this many times at most. */
const startsAtMost = 3

/** Starts a refresh unless one is running or nothing is left to read, and polls its progress. */
function useLoad(connectionId: string, initial: ProgressView, nameWanted: boolean) {
  const starts = useRef(0)
  const { run, pending, problem, done } = useAction('nothing')
  const { view: progress, setView: setProgress } = usePolled(
    `/api/connections/${connectionId}/progress`,
    initial,
    ({ running }) => (pending || running ? pollMs : null),
  )
  const start = () =>
    run(async () => setProgress(await sendJson<ProgressView>('POST', `/api/connections/${connectionId}/refresh`)))
  const waits = progress.accounts.some(({ state }) => state === 'idle' || state === 'queued')
  const due = !progress.running && !pending && !problem && (waits || (nameWanted && !done))
  useEffect(() => {
    if (!due || starts.current >= startsAtMost) return
    starts.current += 1
    void start()
  })
  return { progress, problem, start, reading: pending || progress.running || (due && starts.current < startsAtMost) }
}

type Account = ProgressView['accounts'][number]

function AccountProgress({ account }: { account: Account }) {
  const t = useTranslations('consent.loading')
  const explain = useStoredReason()
  const ready = account.state === 'done'
  const reason = account.state === 'failed' && account.error ? explain(account.error) : null
  const body = (
    <>
      <StateMark state={account.state} />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 wrap-anywhere font-medium">
          <bdi>{account.name}</bdi>
        </span>
        <span className="tabular block text-sm text-soft">
          {account.kind === 'card' ? t('card') : account.maskedIban}
        </span>
        {reason ? (
          <span className="mt-1 block text-sm text-danger">
            {closureOf(account) ? `${reason.sentence} ${reason.next}` : reason.sentence}
          </span>
        ) : null}
      </span>
      <span className="shrink-0 text-right">
        {account.mainBalance ? <Money value={account.mainBalance} className="block font-semibold" /> : null}
        <span className="block text-sm text-soft">
          {ready || account.rows > 0
            ? t('rows', { count: account.rows })
            : reason && closureOf(account)
              ? reason.title
              : t(`states.${account.state}`)}
        </span>
      </span>
    </>
  )
  const look = 'flex items-center gap-4 px-5 py-4 sm:px-6'
  return (
    <li>
      {ready ? (
        <Link href={`/accounts/${account.id}`} className={clsx(look, 'animate-rise hover:bg-sunken')}>
          {body}
          <Icon name="chevronRight" className="size-4 text-control" />
        </Link>
      ) : (
        <div className={clsx(look, account.state !== 'failed' && 'text-soft')}>{body}</div>
      )}
    </li>
  )
}

function StateMark({ state }: { state: Account['state'] }) {
  const t = useTranslations('consent.loading.states')
  return (
    <span className="grid size-6 shrink-0 place-items-center">
      {state === 'running' ? <Spinner className="text-brand" /> : null}
      {state === 'done' ? <Icon name="success" className="size-6 text-positive" /> : null}
      {state === 'failed' ? <Icon name="danger" className="size-6 text-danger" /> : null}
      {state === 'idle' || state === 'queued' ? <Icon name="clock" className="size-5 text-faint" /> : null}
      <span className="sr-only">{t(state)}</span>
    </span>
  )
}
