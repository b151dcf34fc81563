'use client'

import { useRouter } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Form, type FormState, type ReadText, useForm } from '#components/actions/form.tsx'
import type { Locale } from '#components/format/locale.ts'
import { formatMoney } from '#components/format/text.ts'
import { readTypedAmount, typeAmount } from '#components/format/typed-amount.ts'
import { sendJson, sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { DateField } from '#components/ui/date-field.tsx'
import { type Choice, SelectField, TextAreaField, TextField } from '#components/ui/field.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { InvoiceContent } from '#lib/domain/invoices/content.ts'
import { supplyKinds, zeroRates } from '#lib/domain/invoices/lifecycle.ts'
import { maxInvoiceLines, sumInvoice, type VatRate, vatRates, writeSum } from '#lib/domain/invoices/totals.ts'
import { type Unit, units } from '#lib/domain/invoices/units.ts'
import type { MadeInvoice } from '#lib/views/invoice.ts'
import { Sum } from './lines-table.tsx'

export type InvoiceValues = {
  readonly customerName: string
  readonly customerEmail: string
  /** YYYY-MM-DD. */
  readonly dueOn: string
  readonly content: InvoiceContent
}

type InvoiceFormProps = {
  organisation: string
  mode: 'test' | 'live'
  /** The draft; null for a new one. */
  id: string | null
  values: InvoiceValues
  chargesVat: boolean
  countries: readonly Choice[]
}

type Line = {
  readonly key: number
  description: string
  quantity: string
  unitPrice: string
  vatRate: VatRate
  unit: Unit
}

const faultNames = [
  'customerName',
  'customerEmail',
  'customerAddress',
  'customerCountry',
  'customerNumber',
  'customerVatNumber',
  'deliveryAddress',
  'dueOn',
  'suppliedOn',
  'lines',
  'vatNote',
  'description',
  'quantity',
  'unitPrice',
  'vatRate',
] as const
type LineField = 'description' | 'quantity' | 'unitPrice' | 'vatRate'

/** A draft of an invoice. Faults are shown at their fields, totals while one types. */
export function InvoiceForm({ organisation, mode, id, values, chargesVat, countries }: InvoiceFormProps) {
  const t = useTranslations('invoices.form')
  const locale = useLocale()
  const router = useRouter()
  const [lines, setLines] = useState<readonly Line[]>(() => linesOf(values.content, locale))
  const form = useForm({
    reread: 'nothing',
    send: async text => {
      const sent = { ...readForm(text), lines: lines.map(line => toSent(line, locale)) }
      const url = (path: string) => `/api/merchant/invoices${path}?organisation=${organisation}`
      if (id === null) {
        const made = await sendJson<MadeInvoice>('POST', url(''), { ...sent, mode })
        return router.push(`/invoices/${made.id}`)
      }
      await sendOnly('PUT', url(`/${id}`), sent)
      router.push(`/invoices/${id}`)
      router.refresh()
    },
    faults: field => t(`faults.${faultNames.find(one => one === field.split('.').at(-1)) ?? 'other'}`),
  })
  return (
    <Form form={form} submit={t('save')} autoComplete="off" className="stack gap-6">
      <CustomerFields form={form} values={values} countries={countries} />
      <DocumentFields form={form} values={values} />
      <Card title={t('lines')} text={chargesVat ? null : t('noVat')}>
        <ol className="mt-4 grid gap-5">
          {lines.map((line, at) => (
            <LineFields
              key={line.key}
              line={line}
              number={at + 1}
              chargesVat={chargesVat}
              error={name => form.error(`lines.${at}.${name}`)}
              onChange={change => setLines(lines.map(one => (one === line ? { ...one, ...change } : one)))}
              onRemove={lines.length > 1 ? () => setLines(lines.filter(one => one !== line)) : null}
            />
          ))}
        </ol>
        <div className="mt-5">
          <Button
            variant="secondary"
            disabled={lines.length >= maxInvoiceLines}
            onClick={() => setLines([...lines, emptyLine(chargesVat, Math.max(0, ...lines.map(one => one.key)) + 1)])}
          >
            <Icon name="plus" />
            {t('addLine')}
          </Button>
        </div>
        {chargesVat && lines.some(({ vatRate }) => vatRate === '0') ? (
          <ZeroRateFields form={form} values={values} />
        ) : null}
        <Totals lines={lines} chargesVat={chargesVat} />
      </Card>
      <TextField {...form.field('note')} label={t('note')} defaultValue={values.content.note ?? ''} maxLength={500} />
    </Form>
  )
}

function ZeroRateFields({ form, values: { content } }: PartProps) {
  const t = useTranslations('invoices.form')
  return (
    <div className="mt-5 grid grid-cols-1 items-end gap-5 sm:grid-cols-2">
      <SelectField
        {...form.field('zeroRate')}
        label={t('zeroRate')}
        defaultValue={content.zeroRate}
        choices={zeroRates.map(reason => [reason, t(`zeroRates.${reason}`)])}
      />
      <TextField
        {...form.field('vatNote')}
        label={t('vatNote')}
        hint={t('vatNoteHint')}
        defaultValue={content.vatNote ?? ''}
        maxLength={140}
      />
    </div>
  )
}

type PartProps = { form: Pick<FormState, 'field'>; values: InvoiceValues }

function CustomerFields({ form, values, countries }: PartProps & { countries: readonly Choice[] }) {
  const t = useTranslations('invoices.form')
  const { content } = values
  const address = (name: 'customerAddress' | 'deliveryAddress') => (
    <TextAreaField
      {...form.field(name)}
      label={t(name)}
      hint={t(`${name}Hint`)}
      rows={3}
      defaultValue={content[name].join('\n')}
      className="sm:col-span-2"
    />
  )
  return (
    <Card title={t('customer')} bodyClass="mt-4 grid grid-cols-1 items-end gap-5 sm:grid-cols-2">
      <TextField
        {...form.field('customerName')}
        label={t('customerName')}
        defaultValue={values.customerName}
        maxLength={140}
      />
      <TextField
        {...form.field('customerEmail')}
        type="email"
        label={t('customerEmail')}
        defaultValue={values.customerEmail}
      />
      {address('customerAddress')}
      <SelectField
        {...form.field('customerCountry')}
        label={t('customerCountry')}
        defaultValue={values.content.customerCountry}
        choices={countries}
      />
      {(['customerNumber', 'customerVatNumber', 'purchaseOrder'] as const).map(name => (
        <TextField key={name} {...form.field(name)} label={t(name)} defaultValue={content[name] ?? ''} maxLength={40} />
      ))}
      {address('deliveryAddress')}
    </Card>
  )
}

function DocumentFields({ form, values: { content, dueOn } }: PartProps) {
  const t = useTranslations('invoices.form')
  return (
    <Card title={t('invoice')} bodyClass="mt-4 grid grid-cols-1 items-end gap-5 sm:grid-cols-2">
      <SelectField
        {...form.field('language')}
        label={t('language')}
        defaultValue={content.language}
        choices={[
          ['fr', t('languages.fr')],
          ['en', t('languages.en')],
        ]}
      />
      <SelectField
        {...form.field('supplies')}
        label={t('supplies')}
        defaultValue={content.supplies}
        choices={supplyKinds.map(kind => [kind, t(`supplyKinds.${kind}`)])}
      />
      <DateField {...form.field('dueOn')} label={t('dueOn')} value={dueOn} />
      <DateField
        {...form.field('suppliedOn')}
        label={t('suppliedOn')}
        hint={t('suppliedHint')}
        value={content.suppliedOn ?? ''}
      />
    </Card>
  )
}

type LineFieldsProps = {
  line: Line
  number: number
  chargesVat: boolean
  error: (name: LineField) => string | undefined
  onChange: (change: Partial<Line>) => void
  onRemove: (() => void) | null
}

type VatRateFieldProps = Pick<LineFieldsProps, 'line' | 'onChange'> & { error: string | undefined }

function VatRateField({ line, error, onChange }: VatRateFieldProps) {
  const t = useTranslations('invoices.form')
  const locale = useLocale()
  return (
    <SelectField
      id={`line-${line.key}-vatRate`}
      label={t('vatRate')}
      error={error}
      value={line.vatRate}
      onChange={event => onChange({ vatRate: vatRates.find(one => one === event.target.value) ?? '20' })}
      choices={vatRates.map(rate => [rate, t('rate', { rate: typeAmount(rate, locale) })])}
    />
  )
}

function UnitField({ line, onChange }: Pick<LineFieldsProps, 'line' | 'onChange'>) {
  const t = useTranslations('invoices.form')
  return (
    <SelectField
      id={`line-${line.key}-unit`}
      label={t('unit')}
      value={line.unit}
      onChange={event => onChange({ unit: units.find(one => one === event.target.value) ?? 'unit' })}
      choices={units.map(unit => [unit, t(`units.${unit}`)])}
    />
  )
}

function LineFields({ line, number, chargesVat, error, onChange, onRemove }: LineFieldsProps) {
  const t = useTranslations('invoices.form')
  const text = (name: 'description' | 'quantity' | 'unitPrice') => ({
    id: `line-${line.key}-${name}`,
    label: t(name),
    error: error(name),
    value: line[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
    autoComplete: 'off',
  })
  return (
    <li>
      <fieldset className="grid min-w-0 grid-cols-2 items-end gap-3 border-t border-line pt-4 sm:grid-cols-[minmax(0,1fr)_5.5rem_7rem_8rem_6rem_auto]">
        <legend className="sr-only">{t('line', { number })}</legend>
        <TextField {...text('description')} maxLength={200} className="col-span-2 sm:col-span-1" />
        <TextField {...text('quantity')} inputMode="decimal" maxLength={12} className="tabular" />
        <UnitField line={line} onChange={onChange} />
        <TextField {...text('unitPrice')} inputMode="text" maxLength={18} className="tabular" />
        {chargesVat ? (
          <VatRateField line={line} error={error('vatRate')} onChange={onChange} />
        ) : (
          <span className="hidden sm:block" />
        )}
        {onRemove ? (
          <Button
            variant="quiet"
            aria-label={t('removeLine', { number })}
            onClick={onRemove}
            className="justify-self-end"
          >
            ✕
          </Button>
        ) : (
          <span className="hidden w-11 sm:block" />
        )}
      </fieldset>
    </li>
  )
}

function Totals({ lines, chargesVat }: { lines: readonly Line[]; chargesVat: boolean }) {
  const t = useTranslations('invoices.form')
  const locale = useLocale()
  const sum = sumInvoice(lines.map(line => toSent(line, locale)))
  if ('fault' in sum) return null
  const { net, byRate, total } = writeSum(sum)
  const money = (amount: string) => formatMoney({ amount, currency: 'EUR' }, locale)
  return (
    <dl aria-label={t('sums')} className="mt-6 ml-auto grid max-w-sm gap-1 border-t border-line pt-4">
      {chargesVat ? (
        <>
          <Sum term={t('netSum')} value={money(net)} />
          {byRate.map(({ vatRate, vat }) => (
            <Sum key={vatRate} term={t('vatSum', { rate: typeAmount(vatRate, locale) })} value={money(vat)} />
          ))}
        </>
      ) : null}
      <Sum term={t(chargesVat ? 'total' : 'totalNoVat')} value={money(total)} strong />
    </dl>
  )
}

const emptyLine = (chargesVat: boolean, key: number): Line => ({
  key,
  description: '',
  quantity: '1',
  unitPrice: '',
  vatRate: chargesVat ? '20' : '0',
  unit: 'unit',
})

function linesOf({ lines }: InvoiceContent, locale: Locale): Line[] {
  return lines.map((line, key) => ({
    ...line,
    key,
    quantity: typeAmount(line.quantity, locale),
    unitPrice: typeAmount(line.unitPrice, locale),
  }))
}

/** A line as it is sent: numbers as decimal strings, a true minus as a hyphen. */
function toSent({ description, quantity, unitPrice, vatRate, unit }: Line, locale: Locale) {
  const number = (typed: string) => readTypedAmount(typed, locale) ?? ''
  return { description, quantity: number(quantity), unitPrice: number(unitPrice), vatRate, unit }
}

function readForm(text: ReadText) {
  return {
    customerName: text('customerName'),
    customerEmail: text('customerEmail'),
    customerAddress: text('customerAddress').split('\n').slice(0, 8),
    customerCountry: text('customerCountry'),
    deliveryAddress: text('deliveryAddress').split('\n').slice(0, 8),
    purchaseOrder: text('purchaseOrder'),
    customerNumber: text('customerNumber'),
    customerVatNumber: text('customerVatNumber'),
    language: text('language'),
    supplies: text('supplies'),
    dueOn: text('dueOn'),
    suppliedOn: text('suppliedOn') || null,
    // Shown for lines at 0 % only.
    zeroRate: text('zeroRate') || 'exempt',
    vatNote: text('vatNote'),
    note: text('note'),
  }
}
