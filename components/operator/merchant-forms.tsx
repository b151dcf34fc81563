'use client'

import { readAmountInput } from '@guichet/values/money/amount-input.ts'
import { formatAmount } from '@guichet/values/money/minor.ts'
import { useLocale, useTranslations } from 'next-intl'
import type { FormEvent } from 'react'
import { Confirmed } from '#components/actions/confirmed.tsx'
import { ActionNote } from '#components/actions/note.tsx'
import { useAction } from '#components/actions/use-action.ts'
import { typeAmount } from '#components/format/money-text.ts'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { controlClass, describeControl, Field, TextField } from '#components/ui/field.tsx'
import { ScriptedForm } from '#components/ui/scripted.tsx'
import { liveLimitNames } from '#lib/domain/refusals/failure.ts'
import type { LimitsView } from '#lib/views/activation.ts'

const textOf = (form: HTMLFormElement, name: string) => String(new FormData(form).get(name) ?? '')

type DecisionProps = { id: string; seen: string; language: string; isActive: boolean }

/** Approves, or declines with a reason that the merchant reads. */
export function MerchantDecision({ id, seen, language, isActive }: DecisionProps) {
  const t = useTranslations('operatorMerchants.decision')
  const action = useAction()
  const url = `/api/operator/merchants/${id}/activation`
  const decline = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reason = textOf(event.currentTarget, 'reason')
    await action.run(() => sendOnly('POST', url, { decision: 'decline', seen, reason }))
  }
  const words = {
    id: 'decline-reason',
    label: t('reason'),
    hint: t('reasonHint', { language }),
    error: action.field === 'reason' ? t('fault') : undefined,
  }
  return (
    <Card aria-labelledby="decision">
      <CardHeader id="decision" title={t('title')} description={t('text')} />
      <div className="mt-5 grid gap-5">
        {isActive ? null : (
          <div className="border-b border-line pb-5">
            <Confirmed
              start={t('approve')}
              ask={t('approveAsk')}
              yes={t('approveYes')}
              no={t('approveNo')}
              isGood
              pending={action.pending}
              onYes={() => action.run(() => sendOnly('POST', url, { decision: 'approve', seen }))}
            />
          </div>
        )}
        <ScriptedForm onSubmit={decline} noValidate className="grid gap-4">
          <Field {...words}>
            <textarea {...describeControl(words)} name="reason" rows={3} className={`${controlClass} py-2`} />
          </Field>
          <div>
            <Button type="submit" variant="danger" disabled={action.pending}>
              {t('decline')}
            </Button>
          </div>
        </ScriptedForm>
        <ActionNote action={action} done={t('done')} faultOf={field => (field === 'reason' ? t('fault') : null)} />
      </div>
    </Card>
  )
}

/** Suspends new payments with a reason, or resumes them. */
export function MerchantSuspension({ id, suspended }: { id: string; suspended: string | null }) {
  const t = useTranslations('operatorMerchants.suspension')
  const decision = useTranslations('operatorMerchants.decision')
  const action = useAction()
  const change = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reason = textOf(event.currentTarget, 'reason')
    const wanted = { suspended: suspended === null, reason }
    await action.run(() => sendOnly('PUT', `/api/operator/merchants/${id}/suspension`, wanted))
  }
  const words = {
    id: 'suspension-reason',
    label: decision('reason'),
    error: action.field === 'reason' ? decision('fault') : undefined,
  }
  return (
    <Card aria-labelledby="suspension">
      <CardHeader id="suspension" title={t('title')} description={t('text')} />
      <ScriptedForm onSubmit={change} noValidate className="mt-5 grid gap-4">
        {suspended === null ? (
          <Field {...words}>
            <textarea {...describeControl(words)} name="reason" rows={2} className={`${controlClass} py-2`} />
          </Field>
        ) : (
          <p>{suspended}</p>
        )}
        <ActionNote
          action={action}
          done={t('done')}
          faultOf={field => (field === 'owner' ? t('noOwner') : field === 'reason' ? decision('fault') : null)}
        />
        <div>
          <Button type="submit" variant={suspended === null ? 'danger' : 'primary'} loading={action.pending}>
            {suspended === null ? t('suspend') : t('resume')}
          </Button>
        </div>
      </ScriptedForm>
    </Card>
  )
}

/** The limits of live payments. */
export function MerchantLimits({ id, limits }: { id: string; limits: LimitsView }) {
  const t = useTranslations('operatorMerchants.limits')
  const locale = useLocale()
  const action = useAction()
  const faultOf = (field: string) => {
    const limit = liveLimitNames.find(name => name === field)
    return limit ? t(`faults.${limit}`) : null
  }
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const typed = Object.fromEntries(
      liveLimitNames.map(limit => {
        const read = readAmountInput(textOf(form, limit), locale)
        // What can't be read is sent as nothing, which the server refuses at its field.
        return [limit, 'money' in read ? formatAmount(read.money) : '']
      }),
    )
    await action.run(() => sendOnly('PUT', `/api/operator/merchants/${id}/limits`, typed))
  }
  return (
    <Card aria-labelledby="limits">
      <CardHeader id="limits" title={t('title')} description={t('text')} />
      <ScriptedForm onSubmit={save} noValidate className="mt-5 grid gap-4">
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
          {liveLimitNames.map(limit => (
            <TextField
              key={limit}
              id={`limit-${limit}`}
              name={limit}
              label={t(limit)}
              defaultValue={typeAmount(limits[limit], locale)}
              inputMode="decimal"
              autoComplete="off"
              className="tabular"
              error={action.field === limit ? t(`faults.${limit}`) : undefined}
            />
          ))}
        </div>
        <ActionNote action={action} done={t('done')} faultOf={faultOf} />
        <div>
          <Button type="submit" variant="secondary" loading={action.pending}>
            {t('save')}
          </Button>
        </div>
      </ScriptedForm>
    </Card>
  )
}
