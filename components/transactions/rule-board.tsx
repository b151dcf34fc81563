'use client'

import { useLocale, useTranslations } from 'next-intl'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { useAction } from '#components/actions/use-action.tsx'
import { ProblemNote } from '#components/failures/problem-note.tsx'
import { formatMoney } from '#components/format/text.ts'
import { sendJson, sendOnly } from '#components/query/fetch-json.ts'
import { Button, Spinner } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import type { RuleInput, RuleResult, RuleView } from '#lib/views/category.ts'
import type { AccountName } from './account-names.tsx'
import { CategoryIcon } from './category-icon.tsx'
import { useCategoryName } from './use-categories.ts'

/** With what its preview needs, once a rule is written. */
const RuleForm = lazy(async () => ({ default: (await import('./rule-form.tsx')).RuleForm }))

type RuleBoardProps = {
  rules: readonly RuleView[]
  accounts: readonly AccountName[]
}

/** Rules in order: the first one that matches a transaction categorises it. */
export function RuleBoard({ rules, accounts }: RuleBoardProps) {
  const t = useTranslations('rules')
  const [editing, setEditing] = useState<string | 'new' | null>(null)
  const [news, setNews] = useState('')
  const [removed, setRemoved] = useState<Removed | null>(null)
  const action = useAction()
  const move = async (from: number, to: number) => {
    const ids = rules.map(({ id }) => id)
    ids.splice(to, 0, ...ids.splice(from, 1))
    if (await action.run(() => sendOnly('PUT', '/api/rules/order', { ids }))) setNews(t('moved', { position: to + 1 }))
  }
  const remove = async (rule: RuleView, at: number) => {
    if (!(await action.run(() => sendOnly('DELETE', `/api/rules/${rule.id}`)))) return
    setNews(t('removed'))
    setRemoved({ rule, at })
  }
  /** Where it was, under another id. */
  const restore = async ({ rule, at }: Removed) => {
    const work = async () => {
      const added = await sendJson<RuleResult>('POST', '/api/rules', inputOf(rule))
      const ids = rules.map(({ id }) => id)
      ids.splice(at, 0, added.rule.id)
      await sendOnly('PUT', '/api/rules/order', { ids })
    }
    if (!(await action.run(work))) return
    setNews(t('restored'))
    setRemoved(null)
  }
  const saved = (changed: number | null) => {
    const first = editing === 'new' ? ` ${t('isFirst')}` : ''
    setNews(changed === null ? t('gone') : `${t('applied', { count: changed })}${first}`)
    setEditing(null)
    setRemoved(null)
  }
  return (
    <section aria-labelledby="rules-title" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="rules-title" className="text-xl font-semibold">
          {t('title')}
        </h2>
        {editing === 'new' ? null : <Button onClick={() => setEditing('new')}>{t('add')}</Button>}
      </div>
      <p role="status" className={news ? 'text-sm font-medium text-positive' : 'sr-only'}>
        {news}
      </p>
      {removed === null ? null : (
        <div>
          <Button variant="secondary" size="small" loading={action.pending} onClick={() => restore(removed)}>
            {t('restore')}
          </Button>
        </div>
      )}
      <ProblemNote error={action.problem} title={t('failed')} />
      {editing === 'new' ? (
        <RuleEditor accounts={accounts} rule={null} onSaved={saved} onCancel={() => setEditing(null)} />
      ) : null}
      {rules.length === 0 && editing !== 'new' ? (
        <Card as="div">
          <EmptyState title={t('emptyTitle')}>{t('emptyText')}</EmptyState>
        </Card>
      ) : (
        <ol className="grid gap-3">
          {rules.map((rule, index) => (
            <li key={rule.id} id={`rule-${rule.id}`}>
              {editing === rule.id ? (
                <RuleEditor accounts={accounts} rule={rule} onSaved={saved} onCancel={() => setEditing(null)} />
              ) : (
                <RuleCard
                  rule={rule}
                  accounts={accounts}
                  position={index + 1}
                  onUp={index === 0 ? null : () => move(index, index - 1)}
                  onDown={index === rules.length - 1 ? null : () => move(index, index + 1)}
                  onEdit={() => setEditing(rule.id)}
                  onRemove={() => remove(rule, index)}
                />
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

type Removed = { readonly rule: RuleView; readonly at: number }

type RuleCardProps = {
  rule: RuleView
  accounts: readonly AccountName[]
  position: number
  onUp: (() => void) | null
  onDown: (() => void) | null
  onEdit: () => void
  onRemove: () => void
}

function RuleCard({ rule, accounts, position, onUp, onDown, onEdit, onRemove }: RuleCardProps) {
  const t = useTranslations('rules')
  const categoryName = useCategoryName()
  const words = useRuleWords(accounts)(rule)
  const name = t('ruleName', { position })
  return (
    <Card as="div" className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <CategoryIcon category={rule.category} />
      <div className="min-w-0 flex-1 basis-52">
        <p className="wrap-anywhere">
          <bdi>{words}</bdi>
        </p>
        <p className="font-semibold">
          <span aria-hidden="true">→ </span>
          {categoryName(rule.category)}
        </p>
        <p className="text-sm text-soft">{t('lines', { count: rule.lineCount })}</p>
      </div>
      <div className="flex flex-wrap gap-1">
        <Button
          variant="quiet"
          size="small"
          disabled={!onUp}
          onClick={onUp ?? undefined}
          aria-label={`${name} : ${t('up')}`}
        >
          ↑
        </Button>
        <Button
          variant="quiet"
          size="small"
          disabled={!onDown}
          onClick={onDown ?? undefined}
          aria-label={`${name} : ${t('down')}`}
        >
          ↓
        </Button>
        <Button variant="secondary" size="small" onClick={onEdit} aria-label={`${name} : ${t('edit')}`}>
          {t('edit')}
        </Button>
        <Button variant="danger" size="small" onClick={onRemove} aria-label={`${name} : ${t('remove')}`}>
          {t('remove')}
        </Button>
      </div>
    </Card>
  )
}

function RuleEditor({ rule, ...board }: Omit<ComponentProps<typeof RuleForm>, 'given'>) {
  return (
    <Suspense fallback={<Spinner className="m-5 text-soft" />}>
      <RuleForm {...board} rule={rule} given={rule && inputOf(rule)} />
    </Suspense>
  )
}

/** What is sent of a rule. */
function inputOf({ id: _, lineCount: __, named: ___, ...input }: RuleView): RuleInput {
  return input
}

/** A rule as a sentence: "Label contains loyer · money out · at least €500.00". */
function useRuleWords(accounts: readonly AccountName[]): (rule: RuleView) => string {
  const t = useTranslations('rules')
  const locale = useLocale()
  return ({ pattern, named, direction, min, max, currency, accountId }) => {
    const money = (amount: string) => formatMoney({ amount, currency: currency ?? 'EUR' }, locale)
    return [
      pattern ? t('saysPattern', { pattern }) : null,
      named ? t('saysCounterparty', { name: named }) : null,
      direction ? t(`says.${direction}`) : null,
      min ? t('saysMin', { amount: money(min) }) : null,
      max ? t('saysMax', { amount: money(max) }) : null,
      accountId ? t('saysAccount', { name: accounts.find(({ id }) => id === accountId)?.name ?? '?' }) : null,
    ]
      .filter(part => part !== null)
      .join(' · ')
  }
}
