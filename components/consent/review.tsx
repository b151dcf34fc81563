'use client'

import type { ConsentChoice } from '@guichet/stet/terms/consent-choice.ts'
import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useRef } from 'react'
import { Iban } from '#components/format/iban.tsx'
import { useList } from '#components/format/use-list.ts'
import { Button, PostForm } from '#components/ui/button.tsx'
import { Alert, Card } from '#components/ui/card.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import { fieldsOfChoice } from '#lib/domain/consent/form.ts'
import type { ConsentDiffView, ConsentMatrixView } from '#lib/views/consent.ts'
import { useSummary } from './use-summary.ts'

type ReviewProps = {
  diff: ConsentDiffView
  bankName: string
  isFirst: boolean
  summary: string
  sending: boolean
  problem: ReactNode
  back: ReactNode
  /** Absent if the page is a plain form, which the button posts. */
  onSend?: () => void
}

/** The step before sending: what is added, what is removed, and which stored data that deletes. */
export function Review({ diff, bankName, isFirst, summary, sending, problem, back, onSend }: ReviewProps) {
  const t = useTranslations('consent')
  const heading = useRef<HTMLHeadingElement>(null)
  const name = nameBank(bankName)
  const purges = erasesAny(diff.purges)
  const takesAway = diff.removed.length > 0 || diff.identity === 'removed'
  const changes = takesAway || diff.added.length > 0 || diff.identity === 'added'
  const title = t(diff.empty ? 'diff.emptyTitle' : 'diff.title', name)
  useEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    const before = document.title
    document.title = `${title} · Guichet`
    return () => {
      document.title = before
    }
  }, [title])
  return (
    <div className="mx-auto max-w-3xl">
      <h1 ref={heading} tabIndex={-1} className="text-[1.75rem] font-semibold outline-none sm:text-[2rem]">
        {title}
      </h1>
      <p className="mt-1.5 text-soft">{t(isFirst ? 'diff.leadFirst' : 'diff.lead')}</p>
      <Card as="div" className="mt-6 grid gap-5 sm:p-8">
        {diff.empty ? <Alert tone="warning">{t('diff.emptyText', name)}</Alert> : null}
        {changes || isFirst ? null : <p>{t('diff.nothing')}</p>}
        <Changes title={t('diff.addedTitle')} sign="+" changes={diff.added}>
          {diff.identity === 'added' ? t('diff.identityAdded') : null}
        </Changes>
        <Changes title={t('diff.removedTitle')} sign="−" changes={diff.removed}>
          {diff.identity === 'removed' ? t('diff.identityRemoved') : null}
        </Changes>
        {takesAway ? <Purges purges={diff.purges} /> : null}
        {isFirst ? null : <p className="text-soft">{t('diff.kept', { count: diff.kept })}</p>}
        <p className="rounded-xl bg-brand-tint px-4 py-3 font-medium text-brand-ink">{summary}</p>
        {problem}
      </Card>
      <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        {back}
        <Button
          {...(onSend ? { onClick: onSend } : { type: 'submit' })}
          variant={purges ? 'destroy' : 'primary'}
          loading={sending}
          disabled={!changes && !isFirst}
        >
          {sending ? t('sending') : purges ? t('diff.confirmPurge') : t('diff.confirm', name)}
        </Button>
      </div>
    </div>
  )
}

type ChangesProps = { title: string; sign: '+' | '−'; changes: ConsentDiffView['added']; children: ReactNode }

function Changes({ title, sign, changes, children }: ChangesProps) {
  const t = useTranslations('consent.kinds')
  const tConsent = useTranslations('consent')
  const list = useList()
  if (changes.length === 0 && !children) return null
  const tone = sign === '+' ? 'text-positive' : 'text-danger'
  const mark = (
    <span aria-hidden="true" className={`w-4 shrink-0 text-lg leading-6 font-semibold ${tone}`}>
      {sign}
    </span>
  )
  return (
    <section>
      <h2 className="font-semibold">{title}</h2>
      <ul className="mt-2 divide-y divide-line rounded-xl border border-line">
        {changes.map(change => (
          <li key={change.iban} className="flex gap-3 px-4 py-3">
            {mark}
            <span className="min-w-0">
              <span className="line-clamp-2 wrap-anywhere font-medium">
                <bdi>{change.name || tConsent('namedByYou')}</bdi>
              </span>
              <span className="block text-sm text-soft">
                <Iban value={change.iban} />
              </span>
              <span className="block text-[0.9375rem]">
                {list(change.kinds.map((kind, index) => (index === 0 ? t(kind) : t(kind).toLowerCase())))}
              </span>
            </span>
          </li>
        ))}
        {children ? (
          <li className="flex gap-3 px-4 py-3">
            {mark}
            <span className="font-medium">{children}</span>
          </li>
        ) : null}
      </ul>
    </section>
  )
}

const purgedKinds = ['transactions', 'balances', 'owners', 'overdrafts', 'identity'] as const
const erasesAny = (purges: ConsentDiffView['purges']) => purgedKinds.some(kind => purges[kind] > 0)

function Purges({ purges }: { purges: ConsentDiffView['purges'] }) {
  const t = useTranslations('consent.diff')
  if (!erasesAny(purges)) return <p className="text-soft">{t('purgeNothing')}</p>
  return (
    <Alert tone="danger" title={t('purgeTitle')}>
      <ul className="list-disc pl-5">
        {purgedKinds.map(kind =>
          purges[kind] > 0 ? <li key={kind}>{t(`purges.${kind}`, { count: purges[kind] })}</li> : null,
        )}
      </ul>
      {purges.transactions + purges.balances > 0 ? <p className="mt-2">{t('purgeHint')}</p> : null}
    </Alert>
  )
}

type ReviewFormProps = {
  matrix: ConsentMatrixView
  choice: ConsentChoice
  /** The choice as the page of the matrix takes it back. */
  boxes: string
  diff: ConsentDiffView
}

/** The review as a plain form, which posts the displayed choice with its hash. */
export function ReviewForm({ matrix, choice, boxes, diff }: ReviewFormProps) {
  const t = useTranslations('consent')
  const { bank, connectionId, expiresAt, version } = matrix
  const summarise = useSummary({ bankName: bank.name, expiresAt })
  const page = `/connections/${connectionId}/consent`
  const brings = diff.added.length > 0 || diff.identity === 'added'
  const fields = [
    { name: 'version', value: version },
    { name: 'hash', value: diff.hash },
    { name: 'brings', value: brings ? 'yes' : 'no' },
    ...fieldsOfChoice(choice),
  ]
  return (
    <PostForm action={`${page}/send`}>
      {fields.map(({ name, value }) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <Review
        diff={diff}
        bankName={bank.name}
        isFirst={version === 0}
        summary={summarise(choice)}
        sending={false}
        problem={null}
        back={
          <ButtonLink href={`${page}?${new URLSearchParams({ boxes, version: String(version) })}`} variant="secondary">
            {t('back')}
          </ButtonLink>
        }
      />
    </PostForm>
  )
}
