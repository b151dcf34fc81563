'use client'

import { readAmountInput } from '@guichet/values/money/amount-input.ts'
import { isIban } from '@guichet/values/money/iban.ts'
import { bareIban, groupIban } from '@guichet/values/money/iban-text.ts'
import { parseAmount } from '@guichet/values/money/minor.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { useLocale, useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { typeAmount } from '#components/format/typed-amount.ts'
import { type Fault, faultOf } from '#components/reconciliation/fault.ts'
import { PostForm } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import type { RefundOfferView } from '#lib/views/reconciliation.ts'

type RefundFormProps = { offer: RefundOfferView; organisation: string; wrong: string | null }
type Faults = { readonly [field in 'amount' | 'creditorName' | 'iban']?: Fault }

/**
 * A refund as a plain form, which prepares the transfer and redirects to the merchant's bank. What can be checked here is said before it is
 * sent, so that nothing typed is lost.
 */
export function RefundForm({ offer, organisation, wrong }: RefundFormProps) {
  const t = useTranslations('reconciliation')
  const locale = useLocale()
  const told = faultOf(wrong)
  const [found, setFound] = useState<Faults | null>(null)
  const errorOf = (field: keyof Faults) => {
    const fault = found === null ? (told?.split('_')[0] === field ? told : undefined) : found[field]
    return fault && t(`faults.${fault}`)
  }
  const check = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    const faults = findFaults(new FormData(form), offer, locale)
    setFound(faults)
    const [first] = Object.keys(faults)
    if (first === undefined) return
    event.preventDefault()
    form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
  }
  return (
    <PostForm
      action={`/refunds/new/${offer.paymentId}/create`}
      onSubmit={check}
      className="grid gap-5"
      noValidate
      sends={{ organisation }}
      submit={t('refunds.start')}
      size="large"
    >
      <TextField
        name="amount"
        inputMode="decimal"
        label={`${t('refunds.amount')} (${offer.refundable.currency})`}
        hint={t('refunds.amountHint')}
        error={errorOf('amount')}
        defaultValue={typeAmount(offer.refundable.amount, locale)}
      />
      <TextField
        name="creditorName"
        label={t('refunds.name')}
        hint={t('refunds.nameHint')}
        error={errorOf('creditorName')}
        maxLength={140}
        required
      />
      {offer.payerIban === null ? (
        <TextField
          name="iban"
          label={t('refunds.iban')}
          hint={t('refunds.ibanHint')}
          error={errorOf('iban')}
          maxLength={50}
        />
      ) : (
        <p className="text-soft">{t('refunds.ibanKnown', { iban: groupIban(offer.payerIban) })}</p>
      )}
      <TextField name="reason" label={t('refunds.reason')} maxLength={300} />
      <p className="text-sm text-soft">{t('refunds.startText')}</p>
    </PostForm>
  )
}

/** What is wrong with the fields, as the service would say (`createRefund`). An empty amount is all that is left. */
function findFaults(form: FormData, { refundable, payerIban }: RefundOfferView, locale: 'fr' | 'en'): Faults {
  const [amount = '', name = '', iban = ''] = ['amount', 'creditorName', 'iban'].map(field =>
    String(form.get(field) ?? ''),
  )
  const read = amount.trim() === '' ? null : readAmountInput(amount, locale)
  const leftMinor = parseAmount(refundable.amount, refundable.currency)?.amountMinor ?? 0n
  return {
    ...(read !== null && 'fault' in read
      ? { amount: read.fault === 'amount_not_positive' ? 'amount_not_positive' : 'amount' }
      : read !== null && read.money.amountMinor > leftMinor
        ? { amount: 'amount_more_than_left' }
        : {}),
    ...(cleanText(name, 140) === '' ? { creditorName: 'creditorName' } : {}),
    ...(payerIban === null && !isIban(bareIban(iban)) ? { iban: 'iban' } : {}),
  }
}
