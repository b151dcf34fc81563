'use client'

import { readAmountInput } from '@guichet/values/money/amount-input.ts'
import { formatAmount } from '@guichet/values/money/minor.ts'
import { useRouter } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Form, faultsOf, type ReadText, useForm } from '#components/actions/form.tsx'
import { sendJson } from '#components/query/fetch-json.ts'
import { Card } from '#components/ui/card.tsx'
import { Radio } from '#components/ui/checkbox.tsx'
import { DateField } from '#components/ui/date-field.tsx'
import { Fieldset, SelectField, TextField } from '#components/ui/field.tsx'
import type { LinkView } from '#lib/views/organisation.ts'

type LinkFormProps = { organisation: string; mode: 'test' | 'live'; returnUrls: readonly string[] }

const faultNames = [
  'title',
  'amount',
  'min',
  'max',
  'expiresAt',
  'referencePrefix',
  'returnUrl',
  'beneficiary',
] as const

/** Creates a payment link; faults are shown at their fields. */
export function LinkForm({ organisation, mode, returnUrls }: LinkFormProps) {
  const t = useTranslations('merchant.linkForm')
  const words = useTranslations('merchant.link')
  const locale = useLocale()
  const router = useRouter()
  const [isOpen, setIsOpen] = useState(false)
  const form = useForm({
    send: async (text, data) => {
      const sent = { ...readForm(text, data, locale), mode }
      const link = await sendJson<LinkView>('POST', `/api/merchant/links?organisation=${organisation}`, sent)
      router.push(`/links/${link.id}`)
    },
    faults: faultsOf(faultNames, name => t(`faults.${name}`)),
  })
  const money = (name: 'amount' | 'min' | 'max') => (
    <TextField
      {...form.field(name)}
      label={t(name)}
      inputMode="decimal"
      placeholder={locale === 'fr' ? '12,50' : '12.50'}
    />
  )
  return (
    <Card>
      <Form form={form} submit={t('make')} autoComplete="off" className="stack gap-6">
        <TextField {...form.field('title')} label={t('name')} hint={t('nameHint')} maxLength={140} />
        <TextField name="description" label={t('description')} maxLength={500} />
        <Fieldset legend={t('amountKind')}>
          <div className="mb-3 flex flex-wrap gap-x-6">
            {[false, true].map(open => (
              <Radio key={String(open)} name="amountKind" checked={isOpen === open} onChange={() => setIsOpen(open)}>
                {open ? t('open') : t('fixed')}
              </Radio>
            ))}
          </div>
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            {isOpen ? (
              <>
                {money('min')}
                {money('max')}
              </>
            ) : (
              money('amount')
            )}
          </div>
          {isOpen ? null : <input type="hidden" name="isFixed" value="yes" />}
        </Fieldset>
        <Fieldset legend={t('use')}>
          <div className="flex flex-wrap gap-x-6">
            <Radio name="isReusable" value="no" defaultChecked>
              {words('once')}
            </Radio>
            <Radio name="isReusable" value="yes">
              {words('many')}
            </Radio>
          </div>
        </Fieldset>
        <div className="grid grid-cols-1 items-end gap-4 sm:grid-cols-2">
          <DateField {...form.field('expiresAt')} label={t('expires')} hint={t('expiresHint')} />
          <TextField {...form.field('referencePrefix')} label={t('prefix')} hint={t('prefixHint')} maxLength={28} />
        </div>
        {returnUrls.length > 0 ? (
          <SelectField
            {...form.field('returnUrl')}
            label={t('return')}
            none={t('returnNone')}
            choices={returnUrls.map(url => [url, url])}
          />
        ) : null}
      </Form>
    </Card>
  )
}

/** The typed values: amounts parsed in the page's language, a day as the end of that day in Paris. */
function readForm(text: ReadText, data: FormData, locale: 'fr' | 'en') {
  const amount = (name: string) => {
    const typed = text(name)
    // A fixed link needs an amount: `0` makes the server refuse it at the field.
    if (typed === '') return name === 'amount' && data.has('isFixed') ? '0' : ''
    const read = readAmountInput(typed, locale)
    return 'money' in read ? formatAmount(read.money) : 'unreadable'
  }
  const day = text('expiresAt')
  return {
    title: text('title'),
    description: text('description'),
    amount: amount('amount'),
    min: amount('min'),
    max: amount('max'),
    isReusable: text('isReusable') === 'yes',
    referencePrefix: text('referencePrefix'),
    returnUrl: text('returnUrl'),
    expiresOn: day === '' ? null : day,
  }
}
