'use client'

import { plainSize } from '@guichet/values/money/amount-input.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Form, faultsOf, useForm } from '#components/actions/form.tsx'
import type { Locale } from '#components/format/locale.ts'
import { formatDate } from '#components/format/text.ts'
import { Money } from '#components/format/value.tsx'
import { RequestProblem, sendJson } from '#components/query/fetch-json.ts'
import { QueryProvider } from '#components/query/provider.tsx'
import { Card } from '#components/ui/card.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Field, SelectField, TextField } from '#components/ui/field.tsx'
import { focusWithMouse } from '#components/ui/focus-with-mouse.ts'
import type { RuleInput, RulePreview, RuleResult, RuleView } from '#lib/views/category.ts'
import type { AccountName } from './account-names.tsx'
import { CategorySelect } from './category-select.tsx'
import { useDebounced } from './use-debounced.ts'

type RuleFormProps = {
  accounts: readonly AccountName[]
  /** Null for a new rule. */
  rule: RuleView | null
  /** What is sent of it. */
  given: RuleInput | null
  /** Called with the number of recategorised transactions; null: the rule was deleted meanwhile. */
  onSaved: (changed: number | null) => void
  onCancel: () => void
}

const empty: RuleInput = {
  pattern: '',
  counterparty: null,
  direction: null,
  min: null,
  max: null,
  currency: null,
  accountId: null,
  category: 'other',
}

const typed = ['pattern', 'min', 'max'] as const

/** A rule's conditions, with a preview of its effect before saving. */
export function RuleForm({ accounts, rule, given, onSaved, onCancel }: RuleFormProps) {
  const t = useTranslations('rules')
  const locale = useLocale()
  const [draft, setDraft] = useState<RuleInput>(given ?? empty)
  const change = (part: Partial<RuleInput>) => setDraft(before => ({ ...before, ...part }))
  const form = useForm({
    send: async () => {
      const [method, url] = rule ? (['PUT', `/api/rules/${rule.id}`] as const) : (['POST', '/api/rules'] as const)
      const result = await sendJson<RuleResult>(method, url, normalise(draft, locale)).catch((error: unknown) => {
        if (error instanceof RequestProblem && error.code === 'not_found') return null
        throw error
      })
      onSaved(result?.changed ?? null)
    },
    faults: faultsOf(typed, name => t(`errors.${name === 'pattern' ? 'pattern' : 'amount'}`)),
  })
  const amount = (name: 'min' | 'max') => (
    <TextField
      {...form.field(name, `rule-${name}`)}
      label={t(name)}
      inputMode="decimal"
      value={draft[name] ?? ''}
      onChange={event => change({ [name]: event.target.value || null })}
    />
  )
  return (
    <Card as="div">
      <Form
        form={form}
        submit={t('save')}
        cancel={{ label: t('cancel'), onClick: onCancel }}
        checks
        className="grid gap-4"
      >
        <TextField
          {...form.field('pattern', 'rule-pattern')}
          label={t('pattern')}
          hint={t('patternHint')}
          value={draft.pattern}
          maxLength={200}
          ref={focusWithMouse}
          onChange={event => change({ pattern: event.target.value })}
        />
        {rule?.named ? (
          <Checkbox
            label={<bdi>{t('saysCounterparty', { name: rule.named })}</bdi>}
            checked={draft.counterparty !== null}
            onChange={event => change({ counterparty: event.target.checked ? rule.counterparty : null })}
          />
        ) : null}
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <SelectField
            id="rule-direction"
            label={t('direction')}
            value={draft.direction ?? ''}
            onChange={({ target }) =>
              change({ direction: (['in', 'out'] as const).find(one => one === target.value) ?? null })
            }
            none={t('any')}
            choices={[
              ['in', t('says.in')],
              ['out', t('says.out')],
            ]}
          />
          {amount('min')}
          {amount('max')}
          <SelectField
            id="rule-account"
            label={t('account')}
            value={draft.accountId ?? ''}
            onChange={event => change({ accountId: event.target.value || null })}
            none={t('any')}
            choices={accounts.map(({ id, name, bank }) => [id, `${name} · ${bank}`])}
          />
        </div>
        <Field id="rule-category" label={t('category')} className="max-w-sm">
          <CategorySelect
            id="rule-category"
            value={draft.category}
            onChange={event => change({ category: event.target.value })}
          />
        </Field>
        <QueryProvider>
          <Preview draft={normalise(draft, locale)} />
        </QueryProvider>
      </Form>
    </Card>
  )
}

function normalise(draft: RuleInput, locale: Locale): RuleInput {
  const amount = (text: string | null) => (text === null ? null : (plainSize(text, locale) ?? text) || null)
  return { ...draft, min: amount(draft.min), max: amount(draft.max) }
}

/** How many transactions a rule matches and would change, with the newest ones. */
function Preview({ draft }: { draft: RuleInput }) {
  const t = useTranslations('rules')
  const typed = JSON.stringify(draft)
  const asked = useDebounced(typed)
  const { pattern, counterparty, direction, min, max, accountId } = draft
  const says = Boolean(pattern.trim() || counterparty || direction || min || max || accountId)
  const { data, isFetching } = useQuery({
    queryKey: ['rules', 'preview', asked],
    queryFn: () => sendJson<RulePreview>('POST', '/api/rules/preview', JSON.parse(asked)),
    retry: false,
    enabled: says && asked === typed,
    staleTime: 30_000,
  })
  return (
    <div aria-live="polite" aria-busy={isFetching} className="rounded-xl bg-sunken px-4 py-3">
      {says ? null : <p className="text-sm text-soft">{t('previewNone')}</p>}
      {data && says ? <PreviewText preview={data} /> : null}
    </div>
  )
}

function PreviewText({ preview }: { preview: RulePreview }) {
  const t = useTranslations('rules')
  const locale = useLocale()
  return (
    <>
      <p className="font-medium">{t('preview', { matches: preview.matches, changes: preview.changes })}</p>
      {preview.byHand > 0 ? <p className="text-sm text-soft">{t('previewByHand', { count: preview.byHand })}</p> : null}
      <ul className="mt-2 grid gap-1 text-sm">
        {preview.examples.map(({ label, day, amount, currency }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: examples are replaced as a whole
          <li key={index} className="flex justify-between gap-4">
            <span className="min-w-0 truncate">
              <span className="text-soft">{formatDate(day, locale, 'short')}</span> <bdi>{label}</bdi>
            </span>
            <Money value={{ amount, currency }} signed className="shrink-0" />
          </li>
        ))}
      </ul>
    </>
  )
}
