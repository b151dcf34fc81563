'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { type ActionState, useAction } from '#components/actions/use-action.tsx'
import { ProblemNote } from '#components/failures/problem-note.tsx'
import { formatDate, formatMoney } from '#components/format/text.ts'
import { Money } from '#components/format/value.tsx'
import { sendForm } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Alert, Badge, Card, Section } from '#components/ui/card.tsx'
import { Checkbox, Radio } from '#components/ui/checkbox.tsx'
import { CheckedRows } from '#components/ui/checked-rows.tsx'
import { ColumnFields } from '#components/ui/column-fields.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { Fieldset, SelectField } from '#components/ui/field.tsx'
import { CheckFile, FileField } from '#components/ui/file-field.tsx'
import { ScriptedForm } from '#components/ui/scripted.tsx'
import type { ImportPreview, ImportView } from '#lib/views/import.ts'
import type { AccountName } from './account-names.tsx'

type Mapping = ImportPreview['mapping']

/** Imports a file into an account after a preview. */
export function ImportPanel({ accounts }: { accounts: readonly AccountName[] }) {
  const t = useTranslations('imports')
  const [accountId, setAccountId] = useState(accounts[0]?.id ?? '')
  const [file, setFile] = useState<File | null>(null)
  const [overruled, setOverruled] = useState<ReadonlySet<number>>(new Set())
  const checking = useAction<ImportPreview>('nothing')
  const preview = checking.result
  const importing = useAction<ImportView>()
  const fields = (mapping: Mapping | null) => ({ file, accountId, mapping: mapping ? JSON.stringify(mapping) : null })
  const check = (mapping: Mapping | null) => {
    setOverruled(new Set())
    return checking.run(() => sendForm<ImportPreview>('/api/imports/preview', fields(mapping)))
  }
  const importFile = (mapping: Mapping) => {
    const input = { ...fields(mapping), overruled: JSON.stringify([...overruled]) }
    return importing.run(() => sendForm<ImportView>('/api/imports', input))
  }
  const overrule = (position: number, isNew: boolean) => {
    const others = [...overruled].filter(one => one !== position)
    setOverruled(new Set(isNew ? [...others, position] : others))
  }
  const restart = () => {
    checking.reset()
    importing.reset()
  }
  const count = (preview?.fresh ?? 0) + overruled.size
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
        <SelectField
          id="import-account"
          label={t('account')}
          value={accountId}
          onChange={event => {
            setAccountId(event.target.value)
            restart()
          }}
          choices={accounts.map(({ id, name, bank }) => [id, `${name} · ${bank}`])}
        />
        <FileField
          id="import-file"
          label={t('file')}
          required
          accept=".csv,.txt,.tsv,.ofx,.qfx,.qif,.xml,.zip,.xlsx,.xls,.sta,.mt940,.cfo,.120,text/csv"
          onChange={event => {
            setFile(event.target.files?.[0] ?? null)
            restart()
          }}
        />
        <CheckFile action={checking}>{t('check')}</CheckFile>
      </ScriptedForm>
      {checking.problem ? <Failed action={checking} /> : null}
      {preview ? (
        <div className="mt-6 grid grid-cols-1 gap-5">
          {preview.questions.map(question => (
            <Question key={question.field} question={question} mapping={preview.mapping} onAnswer={check} />
          ))}
          {preview.table ? <Columns preview={preview} columns={preview.table.columns} onChange={check} /> : null}
          {preview.questions.length > 0 ? null : (
            <PreviewResult preview={preview} overruled={overruled} onOverrule={overrule} />
          )}
          {importing.problem ? <Failed action={importing} /> : null}
          {preview.problems.length === 0 && count > 0 ? (
            <div>
              <Button loading={importing.pending} onClick={() => importFile(preview.mapping)}>
                {t('confirm', { count })}
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

type QuestionProps = {
  question: ImportPreview['questions'][number]
  mapping: Mapping
  onAnswer: (mapping: Mapping) => void
}

/** What can be read in two ways, with both readings. */
function Question({ question: { field, text, others = 0, answers }, mapping, onAnswer }: QuestionProps) {
  const t = useTranslations('imports')
  const locale = useLocale()
  const readingOf = (reading: string | null) => {
    if (reading === null) return t('noReading')
    if (field === 'dayOrder') return formatDate(reading, locale)
    if (field === 'accountValue') return reading
    return formatMoney({ amount: reading, currency: '' }, locale, true)
  }
  return (
    <Alert tone="warning" announce="assertive">
      <Fieldset legend={t(`questions.${field}`, { text, others })}>
        {answers.map(({ value, reading }) => (
          <Radio
            key={value}
            name={`answer-${field}`}
            value={value}
            disabled={reading === null}
            onChange={() => onAnswer({ ...mapping, [field]: value })}
          >
            <bdi>{readingOf(reading)}</bdi>
          </Radio>
        ))}
      </Fieldset>
    </Alert>
  )
}

const mappedFields = [
  'day',
  'amount',
  'debit',
  'credit',
  'sign',
  'label',
  'details',
  'currency',
  'account',
  'status',
  'fee',
  'balance',
  'valueDate',
  'reference',
] as const
const written = { dayOrder: ['dmy', 'mdy'], decimal: [',', '.'], belowZero: ['out', 'in'] } as const

type ColumnsProps = {
  preview: ImportPreview
  columns: readonly string[]
  onChange: (mapping: Mapping) => void
}

/** The guessed meaning of each column, which can be corrected. */
function Columns({ preview: { mapping, remembered, problems }, columns, onChange }: ColumnsProps) {
  const t = useTranslations('imports')
  const change = (field: keyof Mapping, value: number | string | boolean | null) => {
    const { [field]: _, ...others } = mapping
    onChange(value === null ? others : { ...others, [field]: value })
  }
  return (
    <Disclosure title={t('columns')} open={problems.length > 0}>
      <p className="mb-3 text-sm text-soft">{t(remembered ? 'columnsKept' : 'columnsHint')}</p>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <ColumnFields
          fields={mappedFields.map(field => [field, t(`fields.${field}`)] as const)}
          columns={columns}
          chosen={mapping}
          onChange={change}
          none={t('noColumn')}
          unnamed={number => t('unnamedColumn', { number })}
        />
        {(['dayOrder', 'decimal', 'belowZero'] as const).map(field => (
          <SelectField
            key={field}
            id={`column-${field}`}
            label={t(`fields.${field}`)}
            value={mapping[field] ?? ''}
            onChange={({ target: { value } }) => change(field, value || null)}
            none={t('byItself')}
            choices={written[field].map((value, index) => [value, t(`${field}s.${index === 0 ? 'first' : 'second'}`)])}
          />
        ))}
      </div>
      <Checkbox
        label={t('fields.leaveOut')}
        checked={mapping.leaveOut ?? false}
        onChange={({ target: { checked } }) => change('leaveOut', checked ? true : null)}
      />
    </Disclosure>
  )
}

type PreviewProps = {
  preview: ImportPreview
  overruled: ReadonlySet<number>
  onOverrule: (position: number, isNew: boolean) => void
}

const shownColumns = ['day', 'label', 'amount', 'state'] as const

/** What an import would add, leave out or refuse. */
function PreviewResult({ preview, overruled, onOverrule }: PreviewProps) {
  const t = useTranslations('imports')
  const daysOf = useDaysOf()
  const locale = useLocale()
  const { problems, fresh, doubles, firstDay, lastDay, lines } = preview
  if (problems.length > 0)
    return (
      <>
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
        <LeftOut notes={preview.notes} />
      </>
    )
  return (
    <Section titleId="preview-title" title={t('previewTitle')}>
      <p role="status" className="mt-1">
        {t('summary', { fresh, doubles })}{' '}
        {firstDay && lastDay ? t('span', daysOf({ from: firstDay, to: lastDay })) : null}
      </p>
      <Checks preview={preview} />
      <LeftOut notes={preview.notes} />
      <CheckedRows
        caption={t('shown', { count: lines.length })}
        heads={shownColumns.map(key => ({ key, text: t(key), end: key === 'amount' }))}
      >
        {lines.map(({ position, day, label, amount, currency, twin }) => (
          <tr key={position}>
            <td className="px-3 py-2 align-top whitespace-nowrap">{formatDate(day, locale, 'short')}</td>
            <td className="max-w-56 px-3 py-2 align-top">
              <bdi className="block truncate">{label}</bdi>
              {twin ? (
                <span className="block text-soft">
                  {t(twin.fileName === null ? 'twinOfBank' : 'twinOfFile', {
                    day: formatDate(twin.day, locale, 'short'),
                    label: twin.label,
                    file: twin.fileName ?? '',
                  })}
                </span>
              ) : null}
            </td>
            <td className="px-3 py-2 text-right align-top">
              <Money value={{ amount, currency }} signed />
            </td>
            <td className="flex flex-wrap items-center gap-x-3 px-3 py-2">
              <Badge tone={twin && !overruled.has(position) ? 'neutral' : 'success'}>
                {t(twin && !overruled.has(position) ? 'isDouble' : 'isNew')}
              </Badge>
              {twin ? (
                <Checkbox
                  label={t('overrule')}
                  checked={overruled.has(position)}
                  onChange={event => onOverrule(position, event.target.checked)}
                />
              ) : null}
            </td>
          </tr>
        ))}
      </CheckedRows>
    </Section>
  )
}

/** Of a sentence about a period, which may be one day. */
function useDaysOf() {
  const locale = useLocale()
  return ({ from, to }: { from: string; to: string }) => ({
    from: formatDate(from, locale),
    to: formatDate(to, locale),
    one: String(from === to),
  })
}

/** The file against its own balance, what is stored, and what is usual. */
function Checks({ preview: { balance, beside, gap, overlap, hints, lines } }: { preview: ImportPreview }) {
  const t = useTranslations('imports')
  const locale = useLocale()
  const daysOf = useDaysOf()
  const moneyOf = (amount: string) => formatMoney({ amount, currency: lines[0]?.currency ?? 'EUR' }, locale)
  const differs = balance !== null && Number(balance.difference ?? 0) !== 0
  const isBesideOff = Number(beside ?? 0) !== 0
  const warnings = [
    ...hints.map(hint => t(`hints.${hint}`)),
    ...(differs
      ? [t('balanceOff', { closing: moneyOf(balance.closing), difference: moneyOf(balance.difference ?? '0') })]
      : []),
    ...(balance && isBesideOff
      ? [t('besideOff', { closing: moneyOf(balance.closing), difference: moneyOf((beside ?? '0').replace('-', '')) })]
      : []),
    ...(balance?.line ? [t('balanceBreaks', { line: balance.line })] : []),
    ...(gap ? [t('gap', daysOf(gap))] : []),
  ]
  return (
    <>
      {warnings.length > 0 ? (
        <Alert tone="warning" className="mt-3">
          <ul className="grid gap-1">
            {warnings.map(warning => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Alert>
      ) : null}
      {balance?.difference && !differs ? <p className="mt-1 text-soft">{t('balanceFits')}</p> : null}
      {beside !== null && !isBesideOff ? <p className="mt-1 text-soft">{t('besideFits')}</p> : null}
      {overlap ? <p className="mt-1 text-soft">{t('overlap', daysOf(overlap))}</p> : null}
    </>
  )
}

function LeftOut({ notes }: Pick<ImportPreview, 'notes'>) {
  const t = useTranslations('imports')
  const locale = useLocale()
  const list = new Intl.ListFormat(locale, { type: 'unit' })
  if (notes.length === 0) return null
  return (
    <div className="mt-3 text-sm">
      <p className="font-semibold">{t('leftOut')}</p>
      <ul className="text-soft">
        {notes.map(({ code, count, lines }) => (
          <li key={code}>
            {t(`notes.${code}`, { count })}{' '}
            {lines.length === 0
              ? null
              : t('noteLines', { lines: list.format(lines.map(String)), more: count > lines.length ? 1 : 0 })}
          </li>
        ))}
      </ul>
    </div>
  )
}
