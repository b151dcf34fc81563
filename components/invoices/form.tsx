'use client'

import { useRouter } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { ActionNote } from '#components/actions/note.tsx'
import { useAction } from '#components/actions/use-action.ts'
import { formatMoney, readTypedAmount, typeAmount } from '#components/format/money-text.ts'
import { sendJson, sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { DateField } from '#components/ui/date-field.tsx'
import { controlClass, describeControl, Field, TextField } from '#components/ui/field.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { ScriptedForm } from '#components/ui/scripted.tsx'
import { SelectField } from '#components/ui/select.tsx'
import type { InvoiceContent } from '#lib/domain/invoices/content.ts'
import { supplyKinds } from '#lib/domain/invoices/lifecycle.ts'
import { maxInvoiceLines, sumInvoice, type VatRate, vatRates, writeSum } from '#lib/domain/invoices/totals.ts'
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
}

type Line = { readonly key: number; description: string; quantity: string; unitPrice: string; vatRate: VatRate }

const fields = [
  'customerName',
  'customerEmail',
  'customerAddress',
  'customerVatNumber',
  'dueOn',
  'suppliedOn',
  'lines',
  'vatNote',
] as const
type FieldName = (typeof fields)[number]
const lineFields = ['description', 'quantity', 'unitPrice', 'vatRate'] as const
type LineField = (typeof lineFields)[number]

/** A draft of an invoice. Faults are shown at their fields, totals while one types. */
export function InvoiceForm({ organisation, mode, id, values, chargesVat }: InvoiceFormProps) {
  const t = useTranslations('invoices.form')
  const locale = useLocale()
  const router = useRouter()
  const action = useAction('nothing')
  const { content } = values
  const [lines, setLines] = useState<readonly Line[]>(() => linesOf(content, locale))
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const sent = { ...readForm(new FormData(event.currentTarget)), lines: lines.map(toSent) }
    const query = `?organisation=${organisation}`
    await action.run(async () => {
      if (id !== null) {
        await sendOnly('PUT', `/api/merchant/invoices/${id}${query}`, sent)
        router.push(`/invoices/${id}`)
        router.refresh()
        return
      }
      const made = await createDraft(`/api/merchant/invoices${query}`, { ...sent, mode })
      router.push(`/invoices/${made}`)
    })
  }
  const error = (name: FieldName) => (action.fields.includes(name) ? t(`faults.${name}`) : undefined)
  const lineError = (at: number, name: LineField) =>
    action.fields.includes(`lines.${at}.${name}`) ? t(`faults.${name}`) : undefined
  const faultOf = (field: string) => {
    const name = [...fields, ...lineFields].find(one => one === field.split('.').at(-1))
    return t(`faults.${name ?? 'other'}`)
  }
  const address = {
    id: 'customerAddress',
    label: t('customerAddress'),
    hint: t('customerAddressHint'),
    error: error('customerAddress'),
  }
  const isExempt = chargesVat && lines.some(({ vatRate }) => vatRate === '0')
  return (
    <ScriptedForm autoComplete="off" onSubmit={save} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Card title={t('customer')}>
        <div className="mt-4 grid grid-cols-1 items-end gap-5 sm:grid-cols-2">
          <TextField
            id="customerName"
            name="customerName"
            label={t('customerName')}
            error={error('customerName')}
            defaultValue={values.customerName}
            maxLength={140}
            autoComplete="off"
          />
          <TextField
            id="customerEmail"
            name="customerEmail"
            type="email"
            label={t('customerEmail')}
            error={error('customerEmail')}
            defaultValue={values.customerEmail}
            autoComplete="off"
          />
          <Field {...address} className="sm:col-span-2">
            <textarea
              {...describeControl(address)}
              name="customerAddress"
              rows={3}
              defaultValue={content.customerAddress.join('\n')}
              className={`${controlClass} py-2.5`}
            />
          </Field>
          <TextField
            id="customerNumber"
            name="customerNumber"
            label={t('customerNumber')}
            defaultValue={content.customerNumber ?? ''}
            maxLength={40}
            autoComplete="off"
          />
          <TextField
            id="customerVatNumber"
            name="customerVatNumber"
            label={t('customerVatNumber')}
            error={error('customerVatNumber')}
            defaultValue={content.customerVatNumber ?? ''}
            maxLength={40}
            autoComplete="off"
          />
        </div>
      </Card>
      <Card title={t('invoice')}>
        <div className="mt-4 grid grid-cols-1 items-end gap-5 sm:grid-cols-2">
          <SelectField id="language" name="language" label={t('language')} defaultValue={content.language}>
            <option value="fr">{t('languages.fr')}</option>
            <option value="en">{t('languages.en')}</option>
          </SelectField>
          <SelectField id="supplies" name="supplies" label={t('supplies')} defaultValue={content.supplies}>
            {supplyKinds.map(kind => (
              <option key={kind} value={kind}>
                {t(`supplyKinds.${kind}`)}
              </option>
            ))}
          </SelectField>
          <DateField id="dueOn" name="dueOn" label={t('dueOn')} value={values.dueOn} error={error('dueOn')} />
          <DateField
            id="suppliedOn"
            name="suppliedOn"
            label={t('suppliedOn')}
            hint={t('suppliedHint')}
            value={content.suppliedOn ?? ''}
            error={error('suppliedOn')}
          />
        </div>
      </Card>
      <Card title={t('lines')} text={chargesVat ? null : t('noVat')}>
        <ol className="mt-4 grid gap-5">
          {lines.map((line, at) => (
            <LineFields
              key={line.key}
              line={line}
              number={at + 1}
              chargesVat={chargesVat}
              error={name => lineError(at, name)}
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
        {isExempt ? (
          <TextField
            id="vatNote"
            name="vatNote"
            label={t('vatNote')}
            hint={t('vatNoteHint')}
            error={error('vatNote')}
            defaultValue={content.vatNote ?? ''}
            maxLength={140}
            autoComplete="off"
            className="mt-5"
          />
        ) : null}
        <Totals lines={lines} chargesVat={chargesVat} />
      </Card>
      <TextField id="note" name="note" label={t('note')} defaultValue={content.note ?? ''} maxLength={500} />
      <ActionNote action={action} faultOf={faultOf} />
      <div>
        <Button type="submit" loading={action.pending}>
          {t('save')}
        </Button>
      </div>
    </ScriptedForm>
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

function LineFields({ line, number, chargesVat, error, onChange, onRemove }: LineFieldsProps) {
  const t = useTranslations('invoices.form')
  const locale = useLocale()
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
      <fieldset className="grid min-w-0 grid-cols-2 items-end gap-3 border-t border-line pt-4 sm:grid-cols-[minmax(0,1fr)_6rem_9rem_6.5rem_auto]">
        <legend className="sr-only">{t('line', { number })}</legend>
        <TextField {...text('description')} maxLength={200} className="col-span-2 sm:col-span-1" />
        <TextField {...text('quantity')} inputMode="decimal" maxLength={12} className="tabular" />
        <TextField {...text('unitPrice')} inputMode="text" maxLength={18} className="tabular" />
        {chargesVat ? (
          <SelectField
            id={`line-${line.key}-vatRate`}
            label={t('vatRate')}
            error={error('vatRate')}
            value={line.vatRate}
            onChange={event => onChange({ vatRate: vatRates.find(one => one === event.target.value) ?? '20' })}
          >
            {vatRates.map(rate => (
              <option key={rate} value={rate}>
                {t('rate', { rate: typeAmount(rate, locale) })}
              </option>
            ))}
          </SelectField>
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
  const sum = sumInvoice(lines.map(toSent))
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

async function createDraft(url: string, sent: unknown): Promise<string> {
  return (await sendJson<MadeInvoice>('POST', url, sent)).id
}

const emptyLine = (chargesVat: boolean, key: number): Line => ({
  key,
  description: '',
  quantity: '1',
  unitPrice: '',
  vatRate: chargesVat ? '20' : '0',
})

function linesOf({ lines }: InvoiceContent, locale: 'fr' | 'en'): Line[] {
  return lines.map((line, key) => ({
    ...line,
    key,
    quantity: typeAmount(line.quantity, locale),
    unitPrice: typeAmount(line.unitPrice, locale),
  }))
}

/** A line as it is sent: numbers as decimal strings, a true minus as a hyphen. */
function toSent({ description, quantity, unitPrice, vatRate }: Line) {
  const number = (typed: string) => (readTypedAmount(typed) ?? '').replace('\u2212', '-')
  return { description, quantity: number(quantity), unitPrice: number(unitPrice), vatRate }
}

function readForm(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  return {
    customerName: text('customerName'),
    customerEmail: text('customerEmail'),
    customerAddress: text('customerAddress').split('\n').slice(0, 8),
    customerNumber: text('customerNumber'),
    customerVatNumber: text('customerVatNumber'),
    language: text('language'),
    supplies: text('supplies'),
    dueOn: text('dueOn'),
    suppliedOn: text('suppliedOn') || null,
    vatNote: text('vatNote'),
    note: text('note'),
  }
}
