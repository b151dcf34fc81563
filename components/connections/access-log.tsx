'use client'

import { useMessages, useTranslations } from 'next-intl'
import { useState } from 'react'
import { useAction } from '#components/actions/use-action.tsx'
import { isKey } from '#components/format/text.ts'
import { DateText } from '#components/format/value.tsx'
import { readJson } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Badge, type Tone } from '#components/ui/card.tsx'
import { RowDisclosure } from '#components/ui/disclosure.tsx'
import type { BankCallPage, BankCallView } from '#lib/views/banking.ts'
import { type CallOutcome, operationKey, outcomeOf } from './describe-call.ts'
import { groupVisits, type Visit } from './visits.ts'

/** Every visit to the bank for this person: when, why, by whom, with what result, and its calls. */
export function AccessLog({ connectionId, initial }: { connectionId: string; initial: BankCallPage }) {
  const t = useTranslations('connections.log')
  const [{ calls, nextCursor }, setShown] = useState(initial)
  const more = useAction<BankCallPage>(page => setShown({ ...page, calls: [...calls, ...page.calls] }))
  const cursor = encodeURIComponent(nextCursor ?? '')
  const readMore = () => readJson<BankCallPage>(`/api/connections/${connectionId}/calls?cursor=${cursor}`)
  if (calls.length === 0) return <p className="px-5 py-4 text-soft sm:px-6">{t('none')}</p>
  return (
    <>
      <ol aria-label={t('caption')} className="divide-y divide-line border-t border-line">
        {groupVisits(calls).map(visit => (
          <li key={visit.calls[0]?.id}>
            <VisitRow visit={visit} />
          </li>
        ))}
      </ol>
      <div className="flex flex-col items-center gap-2 border-t border-line px-5 py-4">
        <p role="status" className="text-sm text-soft">
          {t('loaded', { count: calls.length })}
        </p>
        {more.problem ? <p className="text-sm text-danger">{t('moreFailed')}</p> : null}
        {nextCursor ? (
          <Button variant="secondary" size="small" loading={more.pending} onClick={() => more.run(readMore)}>
            {t(more.pending ? 'loading' : 'more')}
          </Button>
        ) : null}
      </div>
    </>
  )
}

const tones: Record<CallOutcome, Tone> = {
  ok: 'success',
  empty: 'neutral',
  refused: 'warning',
  failed: 'danger',
  no_answer: 'danger',
}

function VisitRow({ visit: { act, attended, at, calls, unwell } }: { visit: Visit }) {
  const t = useTranslations('connections.log')
  const isWell = unwell.length === 0
  const tone = unwell.every(outcome => outcome === 'refused') ? 'warning' : 'danger'
  return (
    <RowDisclosure
      rowClass="flex-wrap items-center py-3"
      row={
        <>
          <span className="min-w-0 flex-1 basis-56">
            <span className="block font-medium">{t(`acts.${act}`, { who: attended ? 'you' : 'us' })}</span>
            <span className="block text-sm text-soft">
              <DateText value={at} style="moment" /> · {t('calls', { count: calls.length })}
            </span>
          </span>
          <Badge tone={isWell ? 'success' : tone}>
            {isWell ? t('allWell') : t('unwell', { count: unwell.length })}
          </Badge>
        </>
      }
    >
      <ol className="divide-y divide-line border-t border-line bg-sunken">
        {calls.map(call => (
          <li key={call.id}>
            <Call call={call} />
          </li>
        ))}
      </ol>
    </RowDisclosure>
  )
}

function Call({ call }: { call: BankCallView }) {
  const t = useTranslations('connections.log')
  const operation = useOperation()
  const outcome = outcomeOf(call)
  const who = call.attended ? 'attended' : 'unattended'
  return (
    <RowDisclosure
      rowClass="flex-wrap items-center py-3"
      row={
        <>
          <span className="min-w-0 flex-1 basis-56">
            <span className="block wrap-anywhere font-medium">
              {operation(call.operation)}
              {call.accountName ? (
                <span className="font-normal">
                  {' · '}
                  <bdi>{call.accountName}</bdi>
                </span>
              ) : null}
            </span>
            <span className="block text-sm text-soft">
              <DateText value={call.at} style="moment" /> · {t(who)}
            </span>
          </span>
          <Badge tone={tones[outcome]}>{useOutcomeWord(call, outcome)}</Badge>
        </>
      }
    >
      <dl className="grid gap-x-6 gap-y-2 bg-sunken px-5 py-3 text-sm sm:grid-cols-[auto_1fr] sm:px-6">
        <dt className="text-soft">{t('who')}</dt>
        <dd>{t(`${who}Hint`)}</dd>
        <dt className="text-soft">{t('answer')}</dt>
        <dd className="tabular">
          {[call.status, call.code, t('duration', { ms: call.durationMs })].filter(part => part !== null).join(' · ')}
        </dd>
        <dt className="text-soft">{t('technical')}</dt>
        <dd className="wrap-anywhere" translate="no">
          {call.method} {call.path}
        </dd>
        <dt className="text-soft">{t('id')}</dt>
        <dd className="wrap-anywhere" translate="no">
          {call.requestId}
        </dd>
      </dl>
    </RowDisclosure>
  )
}

function useOutcomeWord({ code }: BankCallView, outcome: CallOutcome): string {
  const t = useTranslations('connections.log')
  if (outcome === 'refused') return code ? t('refusedWith', { code }) : t('status')
  return t(outcome === 'no_answer' ? 'noAnswer' : outcome)
}

/** Words for a call's operation; an unknown name is shown unchanged. */
function useOperation(): (operation: string) => string {
  const t = useTranslations('connections.operations')
  const words = useMessages().connections.operations
  return operation => {
    const key = operationKey(operation)
    return isKey(words, key) ? t(key) : operation
  }
}
