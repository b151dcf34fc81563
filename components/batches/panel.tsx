'use client'

import { useRouter } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { useAction } from '#components/actions/use-action.tsx'
import { ProblemNote } from '#components/failures/problem-note.tsx'
import { formatDate, formatMoney } from '#components/format/text.ts'
import { Money } from '#components/format/value.tsx'
import { sendForm } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Alert, Card, Section } from '#components/ui/card.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { CheckedRows } from '#components/ui/checked-rows.tsx'
import { ColumnFields } from '#components/ui/column-fields.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { TextField } from '#components/ui/field.tsx'
import { CheckFile, FileField } from '#components/ui/file-field.tsx'
import { Link } from '#components/ui/link.tsx'
import { ScriptedForm } from '#components/ui/scripted.tsx'
import { batchFields, batchLimits } from '#lib/domain/payments/link/batch.ts'
import type { BatchMappingInput, LinkBatchPreview } from '#lib/views/link-batch.ts'

type BatchPanelProps = { organisation: string; mode: 'test' | 'live' }

/** Checks a table of links, shows what it would make, and makes it once confirmed. */
export function BatchPanel({ organisation, mode }: BatchPanelProps) {
  const t = useTranslations('batches')
  const router = useRouter()
  const [file, setFile] = useState<File | null>(null)
  const [title, setTitle] = useState('')
  const [isAgain, setIsAgain] = useState(false)
  const checking = useAction<LinkBatchPreview>('nothing')
  const making = useAction<{ id: string }>(({ id }) => router.push(`/links/batches/${id}`))
  const preview = checking.result
  const address = `/api/merchant/link-batches`
  const send = <View,>(to: string, mapping: BatchMappingInput | null, again: string) =>
    sendForm<View>(`${to}?organisation=${organisation}`, {
      file,
      mode,
      title: title.trim(),
      again,
      mapping: mapping && JSON.stringify(mapping),
    })
  const check = (mapping: BatchMappingInput | null) => {
    setIsAgain(false)
    making.reset()
    return checking.run(() => send<LinkBatchPreview>(`${address}/preview`, mapping, ''))
  }
  const make = ({ mapping, known }: LinkBatchPreview) =>
    making.run(() => send<{ id: string }>(address, mapping, isAgain ? (known?.id ?? '') : ''))
  const restart = () => {
    checking.reset()
    making.reset()
  }
  const isReady = preview !== null && preview.problem === null && preview.issueCount === 0 && preview.count > 0
  return (
    <Card titleId="batch-title" title={t('toFile')} text={t('how')}>
      <ScriptedForm
        className="mt-5 grid gap-4 sm:grid-cols-2"
        onSubmit={event => {
          event.preventDefault()
          void check(null)
        }}
      >
        <FileField
          id="batch-file"
          label={t('file')}
          required
          accept=".csv,.txt,.tsv,.xlsx,text/csv"
          onChange={event => {
            setFile(event.target.files?.[0] ?? null)
            restart()
          }}
        />
        <TextField
          id="batch-row-title"
          label={t('rowTitle')}
          hint={t('rowTitleHint')}
          maxLength={batchLimits.title}
          value={title}
          onChange={event => {
            setTitle(event.target.value)
            restart()
          }}
        />
        <CheckFile action={checking}>{t('check')}</CheckFile>
      </ScriptedForm>
      <Failed action={checking} />
      {preview === null ? null : (
        <div className="mt-6 grid grid-cols-1 gap-5">
          {preview.columns.length > 0 ? <Columns preview={preview} onChange={check} /> : null}
          <BatchIssues preview={preview} />
          {isReady ? (
            <>
              <BatchRows preview={preview} />
              {preview.known === null ? null : <Known known={preview.known} isAgain={isAgain} onChange={setIsAgain} />}
              <Failed action={making} />
              <div>
                <Button
                  loading={making.pending}
                  disabled={preview.known !== null && !isAgain}
                  onClick={() => make(preview)}
                >
                  {t('make', { count: preview.count })}
                </Button>
                <p className="mt-2 text-sm text-soft">{t('nothing')}</p>
              </div>
            </>
          ) : null}
        </div>
      )}
    </Card>
  )
}

function Failed({ action: { problem, field } }: { action: Pick<ReturnType<typeof useAction>, 'problem' | 'field'> }) {
  const t = useTranslations('batches')
  if (problem === null) return null
  const said = new Map([
    ['file.too_large', t('tooLarge')],
    ['file.known', t('knownFault')],
    ['beneficiary', t('beneficiary')],
  ]).get(field ?? '')
  return <ProblemNote error={problem} title={t('failed')} said={said} />
}

type ColumnsProps = { preview: LinkBatchPreview; onChange: (mapping: BatchMappingInput) => void }

function Columns({ preview: { columns, mapping, problem, issueCount }, onChange }: ColumnsProps) {
  const t = useTranslations('batches')
  return (
    <Disclosure title={t('columns')} open={problem !== null || issueCount > 0}>
      <p className="mb-3 text-sm text-soft">{t('columnsHint')}</p>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <ColumnFields
          fields={batchFields.map(field => [field, t(`fields.${field}`)] as const)}
          columns={columns}
          chosen={mapping}
          onChange={(field, column) => {
            const { [field]: _, ...others } = mapping
            onChange(column === null ? others : { ...others, [field]: column })
          }}
          none={t('noColumn')}
          unnamed={number => t('unnamedColumn', { number })}
        />
      </div>
    </Disclosure>
  )
}

type KnownProps = {
  known: NonNullable<LinkBatchPreview['known']>
  isAgain: boolean
  onChange: (isAgain: boolean) => void
}

function Known({ known: { id, createdAt }, isAgain, onChange }: KnownProps) {
  const t = useTranslations('batches')
  const locale = useLocale()
  return (
    <div className="grid gap-1" role="status">
      <p>
        {t('known', { day: formatDate(createdAt, locale) })}{' '}
        <Link href={`/links/batches/${id}`} className="link">
          {t('toKnown')}
        </Link>
      </p>
      <Checkbox label={t('again')} checked={isAgain} onChange={({ target: { checked } }) => onChange(checked)} />
    </div>
  )
}

type PreviewProps = { preview: LinkBatchPreview }

/** What is wrong with a table, by line and column. */
function BatchIssues({ preview: { problem, issues, issueCount } }: PreviewProps) {
  const t = useTranslations('batches')
  if (problem !== null) {
    return (
      <Alert tone="warning" announce="assertive">
        {t(`problems.${problem}`)}
      </Alert>
    )
  }
  if (issueCount === 0) return null
  return (
    <Alert tone="warning" announce="assertive" title={t('issuesTitle', { count: issueCount })}>
      <ul className="grid gap-1">
        {issues.map(({ line, field, fault, of = 0 }) => (
          <li key={`${line} ${field} ${fault}`}>
            <strong className="font-semibold">
              {field === null ? t('issueRow', { line }) : t('issue', { line, field: t(`fields.${field}`) })}
            </strong>{' '}
            {t(`faults.${fault}`, { of })}
          </li>
        ))}
      </ul>
      {issueCount > issues.length ? <p className="mt-2">{t('issuesMore', { count: issues.length })}</p> : null}
    </Alert>
  )
}

const shown = ['line', 'name', 'title', 'amount', 'expiresOn'] as const

/** The links that a table would make. */
function BatchRows({ preview: { rows, count, sum, mailed } }: PreviewProps) {
  const t = useTranslations('batches')
  const locale = useLocale()
  return (
    <Section titleId="batch-preview" title={t('preview')}>
      <p role="status" className="mt-1">
        {t('summary', { count, sum: formatMoney(sum, locale), mailed })}
      </p>
      <CheckedRows
        caption={t('shown', { count: rows.length })}
        heads={shown.map(key => ({
          key,
          text: key === 'line' ? t('line') : t(`fields.${key}`),
          end: key === 'amount',
        }))}
      >
        {rows.map(({ line, name, email, title, reference, amount, expiresOn }) => (
          <tr key={line}>
            <td className="tabular px-3 py-2 align-top text-soft">{line}</td>
            <td className="px-3 py-2 align-top wrap-anywhere">
              <bdi>{name}</bdi>
              {email === null ? null : <span className="block text-soft">{email}</span>}
            </td>
            <td className="px-3 py-2 align-top wrap-anywhere">
              <bdi>{title}</bdi>
              {reference === null ? null : <span className="block text-soft">{reference}</span>}
            </td>
            <td className="px-3 py-2 text-right align-top">
              <Money value={amount} />
            </td>
            <td className="px-3 py-2 align-top whitespace-nowrap">
              {expiresOn === null ? null : formatDate(expiresOn, locale, 'short')}
            </td>
          </tr>
        ))}
      </CheckedRows>
    </Section>
  )
}
