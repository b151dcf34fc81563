'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { Form, useForm } from '#components/actions/form.tsx'
import { useAction } from '#components/actions/use-action.tsx'
import { ProblemNote } from '#components/failures/problem-note.tsx'
import { formatMoney, formatMonth } from '#components/format/text.ts'
import { readTypedAmount, typeAmount } from '#components/format/typed-amount.ts'
import { sendJson, sendOnly } from '#components/query/fetch-json.ts'
import { CategoryIcon } from '#components/transactions/category-icon.tsx'
import { CategorySelect } from '#components/transactions/category-select.tsx'
import { useCategoryName } from '#components/transactions/use-categories.ts'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Field, TextField } from '#components/ui/field.tsx'
import { Link } from '#components/ui/link.tsx'
import { Progress } from '#components/ui/progress.tsx'
import { ScriptedButton } from '#components/ui/scripted.tsx'
import { budgetCurrency, everything, isBudgetCategory } from '#lib/domain/accounts/budget.ts'
import { isBuiltInCategory } from '#lib/domain/accounts/category.ts'
import { spanOf } from '#lib/domain/accounts/period.ts'
import type { BudgetView } from '#lib/views/budget.ts'

type BudgetCardProps = { budgets: readonly BudgetView[]; today: string; canShare: boolean }

/** Monthly budgets by category, and what is left of each. */
export function BudgetCard({ budgets, today, canShare }: BudgetCardProps) {
  const t = useTranslations('insights.budgets')
  const locale = useLocale()
  const [editing, setEditing] = useState<BudgetView | 'new' | null>(null)
  const copying = useAction<{ added: number }>()
  const copy = () => copying.run(() => sendJson<{ added: number }>('POST', '/api/budgets'))
  const isOwn = ({ shared }: BudgetView) => !shared?.by
  const add = useRef<HTMLButtonElement>(null)
  const close = () => {
    setEditing(null)
    add.current?.focus()
  }
  return (
    <Card
      titleId="budgets-title"
      title={t('title', { month: formatMonth(today.slice(0, 7), locale) })}
      text={t('lead')}
      action={
        <Button ref={add} variant="secondary" size="small" onClick={() => setEditing('new')}>
          {t('add')}
        </Button>
      }
    >
      <Button variant="quiet" size="small" className="mt-1 -ml-3" loading={copying.pending} onClick={copy}>
        {t('copy')}
      </Button>
      <p role="status" className="text-sm text-soft">
        {copying.result ? t('copied', { count: copying.result.added }) : null}
      </p>
      <ProblemNote error={copying.problem} title={t('failed')} />
      {editing === null ? null : (
        <BudgetForm
          key={editing === 'new' ? 'new' : editing.category}
          budget={editing === 'new' ? null : editing}
          taken={budgets.filter(isOwn).map(({ category }) => category)}
          canShare={canShare}
          onDone={close}
        />
      )}
      {budgets.length === 0 && editing === null ? <p className="mt-3 text-soft">{t('none')}</p> : null}
      <ul className="mt-4 grid grid-cols-1 gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-1">
        {budgets.map(budget => (
          <BudgetLine
            key={`${budget.category} ${budget.shared?.by ?? ''}`}
            budget={budget}
            today={today}
            onEdit={isOwn(budget) ? () => setEditing(budget) : null}
          />
        ))}
      </ul>
    </Card>
  )
}

/** What was spent of it, as it counts; null where a household shows no account to all of it. */
function listOf({ category, shared }: BudgetView, today: string): string | null {
  if (shared?.accounts.length === 0) return null
  const which = category === everything ? { direction: 'out' } : { category }
  const accounts = (shared?.accounts ?? []).map(id => ['account', id])
  const query = Object.entries({ ...which, ...spanOf('thisMonth', today), counted: budgetCurrency })
  return `/transactions?${new URLSearchParams([...query, ...accounts])}`
}

type BudgetLineProps = { budget: BudgetView; today: string; onEdit: (() => void) | null }

function BudgetLine({ budget, today, onEdit }: BudgetLineProps) {
  const t = useTranslations('insights.budgets')
  const name = useBudgetName()(budget.category)
  const list = listOf(budget, today)
  return (
    <li className="flex items-center gap-3">
      <CategoryIcon category={budget.category === everything ? 'other' : budget.category} />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3">
          {list === null ? (
            <span className="truncate font-medium">{name}</span>
          ) : (
            <Link href={list} className="inline-flex min-h-11 min-w-0 items-center font-medium hover:underline">
              <span className="truncate">{name}</span>
            </Link>
          )}
          {onEdit ? (
            <ScriptedButton onClick={onEdit} className="min-h-11 shrink-0 px-1 text-sm font-medium text-brand-ink">
              {t('edit')} <span className="sr-only">{name}</span>
            </ScriptedButton>
          ) : null}
        </p>
        {budget.shared ? (
          <p className="mb-1 text-sm text-soft">
            {budget.shared.by === null ? t('sharedByYou') : t('sharedBy', { name: budget.shared.by })}
            {list === null ? (
              <Link href="/household" className="block underline">
                {t('sharesNothing')}
              </Link>
            ) : null}
          </p>
        ) : null}
        <Progress
          label={t('progress', { category: name })}
          value={budget.percent}
          max={100}
          tone={isOver(budget) ? 'danger' : 'brand'}
          text={<BudgetText budget={budget} />}
        />
      </div>
    </li>
  )
}

const isOver = ({ left }: BudgetView) => left.startsWith('-')

function BudgetText({ budget }: { budget: BudgetView }) {
  const t = useTranslations('insights.budgets')
  const locale = useLocale()
  const money = (amount: string) => formatMoney({ amount, currency: budgetCurrency }, locale)
  const { perDay, carried, left, spent, available } = budget
  const values = {
    perDay: money(perDay),
    carried: money(carried),
    left: money(left.replace('-', '')),
    spent: money(spent),
    available: money(available),
  }
  const isSome = (sum: string) => /[1-9]/.test(sum)
  return (
    <span className={isOver(budget) ? 'font-semibold text-danger' : undefined}>
      {t(isOver(budget) ? 'over' : isSome(left) ? 'left' : 'reached', values)}
      {isSome(carried) ? `, ${t('carried', values)}` : null}
      {isSome(perDay) && perDay !== left ? ` · ${t('perDay', values)}` : null}
    </span>
  )
}

/** A category's, or that of everything. */
function useBudgetName(): (category: string) => string {
  const t = useTranslations('insights.budgets')
  const nameOf = useCategoryName()
  return category => (category === everything ? t('everything') : nameOf(category))
}

type BudgetFormProps = {
  budget: BudgetView | null
  taken: readonly string[]
  canShare: boolean
  onDone: () => void
}

/** Sets the budget of a category; an existing one can be removed too. */
function BudgetForm({ budget, taken, canShare, onDone }: BudgetFormProps) {
  const t = useTranslations('insights.budgets')
  const locale = useLocale()
  const nameOf = useBudgetName()
  const [category, setCategory] = useState(budget?.category ?? 'groceries')
  const [wantsShared, setShared] = useState(budget?.shared != null)
  const offersSharing = canShare && (category === everything || isBuiltInCategory(category))
  const shared = wantsShared && offersSharing
  const put = (amount: string | null, carries: boolean) =>
    sendOnly('PUT', '/api/budgets', { category, amount, carries, shared })
  const form = useForm({
    send: (text, data) => put(readTypedAmount(text('amount'), locale) ?? '', data.has('carries')),
    faults: field => (field === 'amount' ? t('amountWrong') : null),
    onDone,
  })
  const remove = async () => {
    if (await form.run(() => put(null, false))) onDone()
  }
  const replaces = budget === null && taken.includes(category)
  return (
    <Form
      form={form}
      submit={t('save')}
      more={
        budget ? (
          <Button variant="danger" onClick={remove}>
            {t('remove')}
          </Button>
        ) : null
      }
      cancel={{ label: t('cancel'), onClick: onDone }}
      checks
      className="mt-4 grid gap-4 rounded-xl bg-sunken p-4"
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {budget ? (
          <p className="self-center font-medium">{nameOf(category)}</p>
        ) : (
          <Field id="budget-category" label={t('category')} hint={replaces ? t('replaces') : undefined}>
            <CategorySelect
              id="budget-category"
              value={category === everything ? '' : category}
              none={t('everything')}
              only={isBudgetCategory}
              onChange={event => setCategory(event.target.value || everything)}
            />
          </Field>
        )}
        <TextField
          {...form.field('amount', 'budget-amount')}
          label={t('amount')}
          inputMode="decimal"
          maxLength={15}
          required
          defaultValue={budget ? typeAmount(budget.amount, locale) : ''}
        />
      </div>
      {shared ? null : <Checkbox name="carries" label={t('carries')} defaultChecked={budget?.carries} />}
      {offersSharing ? (
        <Checkbox
          label={t('share')}
          hint={t('shareHint')}
          checked={shared}
          onChange={event => setShared(event.target.checked)}
        />
      ) : null}
    </Form>
  )
}
