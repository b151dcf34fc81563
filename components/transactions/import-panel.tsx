'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { type ActionState, useAction } from '#components/actions/use-action.ts'
import { ProblemNote } from '#components/failures/problem-note.tsx'
import { formatDate } from '#components/format/date-text.ts'
import { Money } from '#components/format/money.tsx'
import { sendForm } from '#components/query/fetch-json.ts'
import { Alert } from '#components/ui/alert.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { Field } from '#components/ui/field.tsx'
import { Fieldset } from '#components/ui/fieldset.tsx'
import { FileField } from '#components/ui/file-field.tsx'
import { ScriptedForm } from '#components/ui/scripted.tsx'
import { Select } from '#components/ui/select.tsx'
import type { ImportPreview, ImportView } from '#lib/views/import.ts'
import type { AccountName } from './account-names.tsx'

type Mapping = NonNullable<ImportPreview['table']>['mapping']

/** Imports a file into an account after a preview. */
export function ImportPanel({ accounts }: { accounts: readonly AccountName[] }) {
  const t = useTranslations('imports')
  const [accountId, setAccountId] = useState(accounts[0]?.id ?? '')
  const [file, setFile] = useState<File | null>(null)
  const queries = useQueryClient()
  const checking = useAction<ImportPreview>('nothing')
  const preview = checking.result
  const importing = useAction<ImportView>()
  const fields = (mapping: Mapping | null) => ({ file, accountId, mapping: mapping ? JSON.stringify(mapping) : null })
  const check = (mapping: Mapping | null) =>
    checking.run(() => sendForm<ImportPreview>('/api/imports/preview', fields(mapping)))
  const importFile = (mapping: Mapping | null) =>
    importing.run(() =>
      sendForm<ImportView>('/api/imports', fields(mapping)).finally(() => queries.invalidateQueries()),
    )
  const restart = () => {
    checking.reset()
    importing.reset()
  }
  if (importing.result) return <Done added={importing.result.added} onAgain={restart} />
  return (
    <Card titleId="import-title" title={t('title')} text={t('lead')}>
      <ScriptedForm
        className="mt-5 grid gap-4 sm:grid-cols-2"
        onSubmit={event => {
          event.preventDefault()
          void check(null)
        }}
      >
        <Field id="import-account" label={t('account')}>
          <Select
            id="import-account"
            value={accountId}
            onChange={event => {
              setAccountId(event.target.value)
              restart()
            }}
          >
            {accounts.map(({ id, name, bank }) => (
              <option key={id} value={id}>
                {name} · {bank}
              </option>
            ))}
          </Select>
        </Field>
        <FileField
          id="import-file"
          label={t('file')}
          required
          accept=".csv,.txt,.ofx,.qfx,.xml,text/csv,application/xml,text/xml,application/x-ofx"
          onChange={event => {
            setFile(event.target.files?.[0] ?? null)
            restart()
          }}
        />
        <div className="sm:col-span-2">
          <Button type="submit" loading={checking.pending} variant={preview ? 'secondary' : 'primary'}>
            {t('check')}
          </Button>
        </div>
      </ScriptedForm>
      {checking.problem ? <Failed action={checking} /> : null}
      {preview ? (
        <div className="mt-6 grid grid-cols-1 gap-5">
          {preview.table ? <Columns table={preview.table} onChange={check} /> : null}
          <PreviewResult preview={preview} />
          {importing.problem ? <Failed action={importing} /> : null}
          {preview.problems.length === 0 && preview.fresh > 0 ? (
            <div>
              <Button loading={importing.pending} onClick={() => importFile(preview.table?.mapping ?? null)}>
                {t('confirm', { count: preview.fresh })}
              </Button>
            </div>
          ) : null}
        </div>
      ) : null}
    </Card>
  )
}

function Failed({ action: { problem, field } }: { action: Pick<ActionState, 'problem' | 'field'> }) {
  const t = useTranslations('imports')
  const said = field === 'file.too_large' ? t('problems.too_large') : undefined
  return <ProblemNote error={problem} title={t('failed')} said={said} />
}

function Done({ added, onAgain }: { added: number; onAgain: () => void }) {
  const t = useTranslations('imports')
  const again = (
    <Button variant="secondary" size="small" onClick={onAgain}>
      {t('again')}
    </Button>
  )
  return <Alert tone="success" announce="polite" title={t('done', { count: added })} action={again} />
}

const mappedFields = ['day', 'amount', 'debit', 'credit', 'label', 'valueDate', 'reference', 'currency'] as const

/** The guessed meaning of each column, which can be corrected. */
function Columns({
  table,
  onChange,
}: {
  table: NonNullable<ImportPreview['table']>
  onChange: (mapping: Mapping) => void
}) {
  const t = useTranslations('imports')
  const change = (field: (typeof mappedFields)[number], value: string) => {
    const { [field]: _, ...others } = table.mapping
    onChange(value === '' ? others : { ...others, [field]: Number(value) })
  }
  return (
    <Fieldset legend={t('columns')}>
      <p className="mb-3 text-sm text-soft">{t('columnsHint')}</p>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {mappedFields.map(field => (
          <Field key={field} id={`column-${field}`} label={t(`fields.${field}`)}>
            <Select
              id={`column-${field}`}
              value={table.mapping[field] ?? ''}
              onChange={event => change(field, event.target.value)}
            >
              <option value="">{t('noColumn')}</option>
              {table.columns.map((column, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its index
                <option key={index} value={index}>
                  {column || t('unnamedColumn', { number: index + 1 })}
                </option>
              ))}
            </Select>
          </Field>
        ))}
      </div>
    </Fieldset>
  )
}

function PreviewResult({ preview }: { preview: ImportPreview }) {
  const t = useTranslations('imports')
  const locale = useLocale()
  const { problems, fresh, doubles, firstDay, lastDay, lines } = preview
  if (problems.length > 0)
    return (
      <Alert tone="warning" announce="assertive" title={t('refusedTitle')}>
        <ul className="grid gap-1">
          {problems.map(({ code, line }) => (
            <li key={`${code} ${line}`}>
              {line === null ? null : <strong className="font-semibold">{t('line', { line })} </strong>}
              {t(`problems.${code}`)}
            </li>
          ))}
        </ul>
      </Alert>
    )
  return (
    <section aria-labelledby="preview-title">
      <h3 id="preview-title" className="font-semibold">
        {t('previewTitle')}
      </h3>
      <p role="status" className="mt-1">
        {t('summary', { fresh, doubles })}{' '}
        {firstDay && lastDay
          ? t('span', { from: formatDate(firstDay, locale), to: formatDate(lastDay, locale) })
          : null}
      </p>
      <section
        className="mt-3 max-h-96 overflow-auto rounded-xl border border-line"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
        tabIndex={0}
        aria-label={t('shown', { count: lines.length })}
      >
        <table className="w-full text-sm">
          <caption className="sr-only">{t('shown', { count: lines.length })}</caption>
          <thead className="sticky top-0 bg-sunken text-left">
            <tr>
              {(['day', 'label', 'amount', 'state'] as const).map(head => (
                <th key={head} scope="col" className={`px-3 py-2 font-medium ${head === 'amount' ? 'text-right' : ''}`}>
                  {t(head)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {lines.map(({ line, day, label, amount, currency, double }) => (
              <tr key={line}>
                <td className="px-3 py-2 whitespace-nowrap">{formatDate(day, locale, 'short')}</td>
                <td className="max-w-56 truncate px-3 py-2">
                  <bdi>{label}</bdi>
                </td>
                <td className="px-3 py-2 text-right">
                  <Money value={{ amount, currency }} signed />
                </td>
                <td className="px-3 py-2">
                  <Badge tone={double ? 'neutral' : 'success'}>{t(double ? 'isDouble' : 'isNew')}</Badge>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
