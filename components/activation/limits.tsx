'use client'

import { readAmountInput } from '@guichet/values/money/amount-input.ts'
import { formatAmount } from '@guichet/values/money/minor.ts'
import { useLocale, useTranslations } from 'next-intl'
import { Form, type FormState, faultsOf, type ReadText, useForm } from '#components/actions/form.tsx'
import type { Locale } from '#components/format/locale.ts'
import { typeAmount } from '#components/format/typed-amount.ts'
import { sendOnly } from '#components/query/fetch-json.ts'
import { TextAreaField, TextField } from '#components/ui/field.tsx'
import { type LiveLimitName, liveLimitNames } from '#lib/domain/refusals/failure.ts'
import type { LimitsView } from '#lib/views/activation.ts'

/** What was typed; what can't be read is sent as nothing, which the server refuses at its field. */
export function readLimitFields(text: ReadText, locale: Locale): Record<string, string> {
  const typed = liveLimitNames.map(limit => {
    const read = readAmountInput(text(limit), locale)
    return [limit, 'money' in read ? formatAmount(read.money) : ''] as const
  })
  return Object.fromEntries(typed)
}

type LimitFieldsProps = {
  form: Pick<FormState, 'field'>
  values: LimitsView
  /** In the words of the page, which has those of its own area alone. */
  label: (limit: LiveLimitName) => string
}

/** The three limits of live payments. */
export function LimitFields({ form, values, label }: LimitFieldsProps) {
  const locale = useLocale()
  return (
    <div className="grid grid-cols-1 items-end gap-4 sm:grid-cols-3">
      {liveLimitNames.map(limit => (
        <TextField
          key={limit}
          {...form.field(limit, `limit-${limit}`)}
          label={label(limit)}
          defaultValue={typeAmount(values[limit], locale)}
          inputMode="decimal"
          className="tabular"
        />
      ))}
    </div>
  )
}

/** An owner asks for other limits. */
export function AskLimits({ organisation, limits }: { organisation: string; limits: LimitsView }) {
  const t = useTranslations('activation.limits')
  const locale = useLocale()
  const form = useForm({
    send: text =>
      sendOnly('POST', `/api/merchant/activation/limits?organisation=${organisation}`, {
        ...readLimitFields(text, locale),
        reason: text('reason'),
      }),
    faults: faultsOf([...liveLimitNames, 'reason', 'state'] as const, field => t(`faults.${field}`)),
  })
  return (
    <Form form={form} submit={t('ask')} variant="secondary" className="stack gap-4">
      <LimitFields form={form} values={limits} label={t} />
      <TextAreaField {...form.field('reason', 'limits-reason')} label={t('reason')} hint={t('reasonHint')} rows={3} />
    </Form>
  )
}
