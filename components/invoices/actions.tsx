'use client'

import { formatAmount } from '@guichet/values/money/minor.ts'
import { useRouter } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { ConfirmedAction } from '#components/actions/confirmed.tsx'
import { ActionButton, Form, useForm } from '#components/actions/form.tsx'
import { ActionNote } from '#components/actions/use-action.tsx'
import type { Locale } from '#components/format/locale.ts'
import { formatMoney } from '#components/format/text.ts'
import { readTypedAmount } from '#components/format/typed-amount.ts'
import { sendJson, sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { creditLines, readCredited, type TypedCredit } from '#lib/domain/invoices/credit.ts'
import type { InvoiceView, SentInvoice } from '#lib/views/invoice.ts'
import type { MailOutcome } from '#lib/views/mail.ts'
import { Sum } from './lines-table.tsx'

type InvoiceRef = { id: string; organisation: string }

const faults = ['sellerAddress', 'sellerNumber', 'sellerDetails', 'beneficiary', 'invoice'] as const

function useFault() {
  const t = useTranslations('invoices.page.faults')
  const words = useTranslations('merchant.mail')
  return (field: string) => {
    if (field === 'email.test' || field === 'email.name') return words(field === 'email.test' ? 'test' : 'name')
    return t(faults.find(one => one === field) ?? 'other')
  }
}

async function post(url: string): Promise<MailOutcome> {
  return (await sendJson<SentInvoice>('POST', url)).mail
}

/** Sends a draft. */
export function SendInvoice({ id, organisation }: InvoiceRef) {
  const t = useTranslations('invoices.page')
  return (
    <ActionButton
      act={() => post(`/api/merchant/invoices/${id}/send?organisation=${organisation}`)}
      faults={useFault()}
    >
      {t('send')}
    </ActionButton>
  )
}

/** Mails an invoice again. */
export function MailInvoice({ id, organisation, isOverdue }: InvoiceRef & { isOverdue: boolean }) {
  const t = useTranslations('invoices.page')
  return (
    <ActionButton
      variant="secondary"
      act={() => post(`/api/merchant/invoices/${id}/mail?organisation=${organisation}`)}
      faults={useFault()}
      done={mail => t(mail === 'off' ? 'notMailed' : 'mailed')}
    >
      {t(isOverdue ? 'remind' : 'again')}
    </ActionButton>
  )
}

/** Deletes a draft, after confirmation. */
export function DeleteDraft({ id, organisation }: InvoiceRef) {
  const t = useTranslations('invoices.page')
  const router = useRouter()
  return (
    <ConfirmedAction
      start={t('delete')}
      ask={t('deleteAsk')}
      yes={t('deleteYes')}
      no={t('deleteNo')}
      act={() => sendOnly('DELETE', `/api/merchant/invoices/${id}?organisation=${organisation}`)}
      faults={useFault()}
      reread="nothing"
      onDone={() => router.push('/invoices')}
    />
  )
}

/** Issues a credit note of all that is left of an invoice, after confirmation; one that is not paid is cancelled by it. */
export function CreditAll({ id, organisation, isPaid }: InvoiceRef & { isPaid: boolean }) {
  const t = useTranslations('invoices.page')
  const url = `/api/merchant/invoices/${id}/credit?organisation=${organisation}`
  return (
    <ConfirmedAction
      start={t(isPaid ? 'creditAll' : 'cancel')}
      ask={t(isPaid ? 'creditAllAsk' : 'cancelAsk')}
      yes={t('cancelYes')}
      no={t('cancelNo')}
      act={() => sendOnly('POST', url, { lines: null })}
      faults={useFault()}
    />
  )
}

type CreditFormProps = {
  organisation: string
  invoice: Pick<InvoiceView, 'id' | 'content' | 'currency' | 'lineLeft' | 'creditNotes'>
}

/** A credit note of parts of an invoice's lines: an amount without VAT for each, and what it comes to while one types. */
export function CreditForm({ organisation, invoice }: CreditFormProps) {
  const t = useTranslations('invoices.credit')
  const locale = useLocale()
  const words = useTranslations('merchant.mail')
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({})
  const [reason, setReason] = useState('')
  const { id, content, currency, lineLeft, creditNotes } = invoice
  const money = (amount: string) => formatMoney({ amount, currency }, locale)
  const lines = toSent(typed, locale)
  const earlier = readCredited(
    creditNotes.map(one => one.content),
    currency,
  )
  const sum = creditLines({ lines: content.lines, currency, earlier }, lines)
  const form = useForm<MailOutcome>({
    send: async () => {
      const url = `/api/merchant/invoices/${id}/credit?organisation=${organisation}`
      return (await sendJson<SentInvoice>('POST', url, { lines, reason })).mail
    },
    faults: field => t(field.startsWith('lines') ? 'faults.lines' : 'faults.other'),
    onDone: () => {
      setIsOpen(false)
      setTyped({})
      setReason('')
    },
  })
  const [, at, member] = form.fields[0]?.split('.') ?? []
  const wrongLine = member === undefined ? null : lines[Number(at)]?.line
  if (!isOpen)
    return (
      <div className="grid gap-3">
        <div>
          <Button variant="secondary" onClick={() => setIsOpen(true)}>
            {t('open')}
          </Button>
        </div>
        <ActionNote action={form} done={`${t('done')} ${words(form.result ?? 'queued')}`} />
      </div>
    )
  return (
    <Form
      form={form}
      submit={t('issue')}
      cancel={{ label: t('close'), onClick: () => setIsOpen(false) }}
      className="grid gap-4"
    >
      <p className="text-sm text-soft">{t('hint')}</p>
      {content.lines.map(({ description }, line) => {
        const left = lineLeft[line] ?? '0.00'
        return /[1-9]/.test(left) ? (
          <TextField
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other key, and stay in place
            key={line}
            id={`credit-${line}`}
            label={description}
            hint={t('left', { amount: money(left) })}
            error={wrongLine === line ? t('faults.net', { amount: money(left) }) : undefined}
            value={typed[line] ?? ''}
            onChange={event => setTyped({ ...typed, [line]: event.target.value })}
            inputMode={left.startsWith('-') ? 'text' : 'decimal'}
            maxLength={18}
            className="tabular"
          />
        ) : null
      })}
      <TextField
        id="credit-reason"
        label={t('reason')}
        value={reason}
        onChange={event => setReason(event.target.value)}
        maxLength={200}
      />
      {'fault' in sum ? null : (
        <dl aria-label={t('total')} className="grid gap-1 border-t border-line pt-3">
          <Sum term={t('net')} value={money(formatAmount({ amountMinor: sum.netMinor, currency }))} />
          <Sum term={t('vat')} value={money(formatAmount({ amountMinor: sum.vatMinor, currency }))} />
          <Sum term={t('total')} value={money(formatAmount({ amountMinor: sum.totalMinor, currency }))} strong />
        </dl>
      )}
    </Form>
  )
}

/** What was typed, as it is sent: a true minus as a hyphen, empty fields left out. */
function toSent(typed: Readonly<Record<number, string>>, locale: Locale): TypedCredit[] {
  return Object.entries(typed).flatMap(([line, text]) => {
    const net = readTypedAmount(text, locale)
    return net === null ? [] : [{ line: Number(line), net }]
  })
}
