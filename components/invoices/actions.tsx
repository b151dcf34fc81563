'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { ActionButton } from '#components/actions/form.tsx'
import { ConfirmedAction } from '#components/actions/use-action.tsx'
import { sendJson, sendOnly } from '#components/query/fetch-json.ts'
import type { SentInvoice } from '#lib/views/invoice.ts'
import type { MailOutcome } from '#lib/views/mail.ts'

type InvoiceRef = { id: string; organisation: string }

const faults = ['sellerAddress', 'sellerNumber', 'beneficiary', 'invoice'] as const

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
