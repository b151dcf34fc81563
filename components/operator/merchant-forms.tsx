'use client'

import { readAmountInput } from '@guichet/values/money/amount-input.ts'
import { formatAmount } from '@guichet/values/money/minor.ts'
import { useLocale, useTranslations } from 'next-intl'
import { Form, faultsOf, useForm } from '#components/actions/form.tsx'
import { Confirmed } from '#components/actions/use-action.tsx'
import { typeAmount } from '#components/format/text.ts'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Card } from '#components/ui/card.tsx'
import { TextAreaField, TextField } from '#components/ui/field.tsx'
import { liveLimitNames } from '#lib/domain/refusals/failure.ts'
import type { LimitsView } from '#lib/views/activation.ts'

type DecisionProps = { id: string; seen: string; language: string; isActive: boolean }

/** Approves, or declines with a reason that the merchant reads. */
export function MerchantDecision({ id, seen, language, isActive }: DecisionProps) {
  const t = useTranslations('operatorMerchants.decision')
  const url = `/api/operator/merchants/${id}/activation`
  const form = useForm({
    send: text => sendOnly('POST', url, { decision: 'decline', seen, reason: text('reason') }),
    faults: field => (field === 'reason' ? t('fault') : null),
  })
  return (
    <Card titleId="decision" title={t('title')} text={t('text')} bodyClass="mt-5 grid gap-5">
      {isActive ? null : (
        <div className="border-b border-line pb-5">
          <Confirmed
            start={t('approve')}
            ask={t('approveAsk')}
            yes={t('approveYes')}
            no={t('approveNo')}
            isGood
            pending={form.pending}
            onAsk={form.reset}
            onYes={() => form.run(() => sendOnly('POST', url, { decision: 'approve', seen }))}
          />
        </div>
      )}
      <Form form={form} submit={t('decline')} done={t('done')} variant="danger" className="grid gap-4">
        <TextAreaField
          {...form.field('reason', 'decline-reason')}
          label={t('reason')}
          hint={t('reasonHint', { language })}
          rows={3}
        />
      </Form>
    </Card>
  )
}

/** Suspends new payments with a reason, or resumes them. */
export function MerchantSuspension({ id, suspended }: { id: string; suspended: string | null }) {
  const t = useTranslations('operatorMerchants.suspension')
  const decision = useTranslations('operatorMerchants.decision')
  const form = useForm({
    send: text =>
      sendOnly('PUT', `/api/operator/merchants/${id}/suspension`, {
        suspended: suspended === null,
        reason: text('reason'),
      }),
    faults: field => (field === 'owner' ? t('noOwner') : field === 'reason' ? decision('fault') : null),
  })
  return (
    <Card titleId="suspension" title={t('title')} text={t('text')}>
      <Form
        form={form}
        submit={suspended === null ? t('suspend') : t('resume')}
        variant={suspended === null ? 'danger' : 'primary'}
        done={t('done')}
        className="mt-5 grid gap-4"
      >
        {suspended === null ? (
          <TextAreaField {...form.field('reason', 'suspension-reason')} label={decision('reason')} rows={2} />
        ) : (
          <p>{suspended}</p>
        )}
      </Form>
    </Card>
  )
}

/** The limits of live payments. */
export function MerchantLimits({ id, limits }: { id: string; limits: LimitsView }) {
  const t = useTranslations('operatorMerchants.limits')
  const locale = useLocale()
  const form = useForm({
    send: text => {
      const typed = liveLimitNames.map(limit => {
        const read = readAmountInput(text(limit), locale)
        // What can't be read is sent as nothing, which the server refuses at its field.
        return [limit, 'money' in read ? formatAmount(read.money) : '']
      })
      return sendOnly('PUT', `/api/operator/merchants/${id}/limits`, Object.fromEntries(typed))
    },
    faults: faultsOf(liveLimitNames, limit => t(`faults.${limit}`)),
  })
  return (
    <Card titleId="limits" title={t('title')} text={t('text')}>
      <Form form={form} submit={t('save')} variant="secondary" done={t('done')} className="mt-5 grid gap-4">
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
          {liveLimitNames.map(limit => (
            <TextField
              key={limit}
              {...form.field(limit, `limit-${limit}`)}
              label={t(limit)}
              defaultValue={typeAmount(limits[limit], locale)}
              inputMode="decimal"
              className="tabular"
            />
          ))}
        </div>
      </Form>
    </Card>
  )
}
