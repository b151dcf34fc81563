'use client'

import { readAmountInput } from '@guichet/values/money/amount-input.ts'
import { formatAmount } from '@guichet/values/money/minor.ts'
import { useRouter } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { ActionNote } from '#components/actions/note.tsx'
import { useAction } from '#components/actions/use-action.ts'
import { sendJson } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { DateField } from '#components/ui/date-field.tsx'
import { Field, TextField } from '#components/ui/field.tsx'
import { Fieldset } from '#components/ui/fieldset.tsx'
import { Radio } from '#components/ui/radio.tsx'
import { ScriptedForm } from '#components/ui/scripted.tsx'
import { Select } from '#components/ui/select.tsx'
import type { LinkView } from '#lib/views/organisation.ts'

type LinkFormProps = { organisation: string; mode: 'test' | 'live'; returnUrls: readonly string[] }

const faultNames = ['title', 'amount', 'min', 'max', 'expiresAt', 'returnUrl', 'beneficiary'] as const
type FaultName = (typeof faultNames)[number]
const isFault = (text: string | null): text is FaultName => faultNames.some(name => name === text)

/** Creates a payment link; faults are shown at their fields. */
export function LinkForm({ organisation, mode, returnUrls }: LinkFormProps) {
  const t = useTranslations('merchant.linkForm')
  const words = useTranslations('merchant.link')
  const locale = useLocale()
  const router = useRouter()
  const action = useAction()
  const [isOpen, setIsOpen] = useState(false)
  const make = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const sent = { ...readForm(new FormData(event.currentTarget), locale), mode }
    await action.run(async () => {
      const link = await sendJson<LinkView>('POST', `/api/merchant/links?organisation=${organisation}`, sent)
      router.push(`/links/${link.id}`)
    })
  }
  const error = (name: FaultName) => (action.fields.includes(name) ? t(`faults.${name}`) : undefined)
  const money = (name: 'amount' | 'min' | 'max') => (
    <TextField
      id={name}
      name={name}
      label={t(name)}
      error={error(name)}
      inputMode="decimal"
      placeholder={locale === 'fr' ? '12,50' : '12.50'}
      autoComplete="off"
    />
  )
  return (
    <Card>
      <ScriptedForm autoComplete="off" onSubmit={make} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <TextField
          id="title"
          name="title"
          label={t('name')}
          hint={t('nameHint')}
          error={error('title')}
          maxLength={140}
          autoComplete="off"
        />
        <TextField id="description" name="description" label={t('description')} maxLength={500} autoComplete="off" />
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
          <DateField
            id="expiresAt"
            name="expiresAt"
            label={t('expires')}
            hint={t('expiresHint')}
            error={error('expiresAt')}
          />
          <TextField
            id="referencePrefix"
            name="referencePrefix"
            label={t('prefix')}
            hint={t('prefixHint')}
            maxLength={28}
            autoComplete="off"
          />
        </div>
        {returnUrls.length > 0 ? (
          <Field id="returnUrl" label={t('return')} error={error('returnUrl')}>
            <Select id="returnUrl" name="returnUrl">
              <option value="">{t('returnNone')}</option>
              {returnUrls.map(url => (
                <option key={url}>{url}</option>
              ))}
            </Select>
          </Field>
        ) : null}
        <ActionNote action={action} faultOf={field => (isFault(field) ? t(`faults.${field}`) : null)} />
        <div>
          <Button type="submit" loading={action.pending}>
            {t('make')}
          </Button>
        </div>
      </ScriptedForm>
    </Card>
  )
}

/** The typed values: amounts parsed in the page's language, a day as the end of that day in Paris. */
function readForm(form: FormData, locale: 'fr' | 'en') {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const amount = (name: string) => {
    const typed = text(name)
    // A fixed link needs an amount: `0` makes the server refuse it at the field.
    if (typed === '') return name === 'amount' && form.has('isFixed') ? '0' : ''
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
