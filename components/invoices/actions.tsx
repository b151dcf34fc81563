'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { Confirmed } from '#components/actions/confirmed.tsx'
import { ActionNote } from '#components/actions/note.tsx'
import { useAction } from '#components/actions/use-action.ts'
import { sendJson, sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
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
  const action = useAction()
  const send = () => action.run(() => post(`/api/merchant/invoices/${id}/send?organisation=${organisation}`))
  return (
    <div className="grid gap-3">
      <div>
        <Button onClick={send} loading={action.pending}>
          {t('send')}
        </Button>
      </div>
      <ActionNote action={action} faultOf={useFault()} />
    </div>
  )
}

/** Mails an invoice again. */
export function MailInvoice({ id, organisation, isOverdue }: InvoiceRef & { isOverdue: boolean }) {
  const t = useTranslations('invoices.page')
  const action = useAction<MailOutcome>()
  const send = () => action.run(() => post(`/api/merchant/invoices/${id}/mail?organisation=${organisation}`))
  return (
    <div className="grid gap-3">
      <div>
        <Button variant="secondary" onClick={send} loading={action.pending}>
          {t(isOverdue ? 'remind' : 'again')}
        </Button>
      </div>
      <ActionNote action={action} faultOf={useFault()} done={t(action.result === 'off' ? 'notMailed' : 'mailed')} />
    </div>
  )
}

/** Deletes a draft, after confirmation. */
export function DeleteDraft({ id, organisation }: InvoiceRef) {
  const router = useRouter()
  const action = useAction('nothing')
  const remove = async () => {
    const url = `/api/merchant/invoices/${id}?organisation=${organisation}`
    if (await action.run(() => sendOnly('DELETE', url))) router.push('/invoices')
  }
  return <ConfirmedAct words={['delete', 'deleteAsk', 'deleteYes', 'deleteNo']} action={action} onYes={remove} />
}

/** Issues a credit note of all that is left of an invoice, after confirmation; one that is not paid is cancelled by it. */
export function CreditAll({ id, organisation, isPaid }: InvoiceRef & { isPaid: boolean }) {
  const action = useAction()
  const url = `/api/merchant/invoices/${id}/credit?organisation=${organisation}`
  const credit = () => action.run(() => sendOnly('POST', url, { lines: null }))
  const words = isPaid
    ? (['creditAll', 'creditAllAsk', 'cancelYes', 'cancelNo'] as const)
    : (['cancel', 'cancelAsk', 'cancelYes', 'cancelNo'] as const)
  return <ConfirmedAct words={words} action={action} onYes={credit} />
}

type ConfirmedActProps = {
  words:
    | readonly ['delete', 'deleteAsk', 'deleteYes', 'deleteNo']
    | readonly ['cancel' | 'creditAll', 'cancelAsk' | 'creditAllAsk', 'cancelYes', 'cancelNo']
  action: ReturnType<typeof useAction>
  onYes: () => void
}

function ConfirmedAct({ words: [start, ask, yes, no], action, onYes }: ConfirmedActProps) {
  const t = useTranslations('invoices.page')
  return (
    <div className="grid justify-items-start gap-3">
      <Confirmed start={t(start)} ask={t(ask)} yes={t(yes)} no={t(no)} onYes={onYes} pending={action.pending} />
      <ActionNote action={action} faultOf={useFault()} />
    </div>
  )
}
