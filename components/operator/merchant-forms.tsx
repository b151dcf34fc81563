'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Confirmed } from '#components/actions/confirmed.tsx'
import { Form, faultsOf, useForm } from '#components/actions/form.tsx'
import { ActionNote } from '#components/actions/use-action.tsx'
import { LimitFields, readLimitFields } from '#components/activation/limits.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Alert, Card } from '#components/ui/card.tsx'
import { TextAreaField } from '#components/ui/field.tsx'
import { liveLimitNames } from '#lib/domain/refusals/failure.ts'
import type { LimitsView } from '#lib/views/activation.ts'

type FormOf = ReturnType<typeof useForm<unknown>>
type ReasonedProps = {
  id: string
  form: FormOf
  words: { start: string; ask: string; yes: string; no: string }
  /** What is written: labels by name. */
  reasons: Readonly<Record<string, string>>
  isGood?: boolean
  send: (written: Readonly<Record<string, string>>) => Promise<unknown>
}

/** An act that is asked about, with its consequences and a reason. */
function Reasoned({ id, form, words, reasons, isGood = false, send }: ReasonedProps) {
  const names = Object.keys(reasons)
  const [written, setWritten] = useState(() => Object.fromEntries(names.map(name => [name, ''])))
  return (
    <Confirmed
      {...words}
      isGood={isGood}
      pending={form.pending}
      onAsk={form.reset}
      onYes={() => form.run(() => send(written))}
    >
      {names.map(name => (
        <TextAreaField
          key={name}
          id={`${id}-${name}`}
          label={reasons[name]}
          rows={2}
          value={written[name]}
          onChange={event => setWritten({ ...written, [name]: event.currentTarget.value })}
        />
      ))}
    </Confirmed>
  )
}

const faultFields = ['reason', 'review', 'contract', 'documents', 'second'] as const

type DecisionProps = {
  id: string
  seen: string
  language: string
  isActive: boolean
  /** An owner asks for live payments. */
  isAsked: boolean
  /** Who agreed first, where two have to. */
  first: string | null
  needsTwo: boolean
}

/** Approves, or declines with a reason that the merchant reads. */
export function MerchantDecision({ id, seen, language, isActive, isAsked, first, needsTwo }: DecisionProps) {
  const t = useTranslations('operatorMerchants.decision')
  const url = `/api/operator/merchants/${id}/activation`
  const form = useForm<unknown>({
    send: text => sendOnly('POST', url, { decision: 'decline', seen, reason: text('reason') }),
    faults: faultsOf(faultFields, field => t(`faults.${field}`)),
  })
  const words = {
    start: t('approve'),
    ask: t('approveAsk'),
    yes: t('approveYes'),
    no: t('approveNo'),
  }
  return (
    <Card titleId="decision" title={t('title')} text={t('text')} bodyClass="mt-5 grid gap-5">
      {isActive ? null : !isAsked ? (
        <p className="border-b border-line pb-5 text-soft">{t('faults.review')}</p>
      ) : (
        <div className="grid gap-3 border-b border-line pb-5">
          {needsTwo ? (
            <p className="text-sm text-soft">{first === null ? t('two') : t('first', { name: first })}</p>
          ) : null}
          <Reasoned
            id="approve"
            form={form}
            words={words}
            reasons={{ reason: t('approveReason') }}
            isGood
            send={written => sendOnly('POST', url, { decision: 'approve', seen, ...written })}
          />
        </div>
      )}
      <Form
        form={form}
        submit={t('decline')}
        done={first === null && !form.pending ? t('done') : null}
        variant="danger"
        className="grid gap-4"
      >
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
  const faults = (field: string) =>
    field === 'owner' ? t('noOwner') : field === 'reason' ? decision('faults.reason') : null
  return (
    <Suspension
      url={`/api/operator/merchants/${id}/suspension`}
      suspended={suspended}
      t={t}
      reasons={{ reason: decision('reason') }}
      faults={faults}
    />
  )
}

type SuspensionProps = {
  url: string
  /** The reason. */
  suspended: React.ReactNode
  t: (key: 'title' | 'text' | 'suspend' | 'ask' | 'yes' | 'no' | 'resume' | 'done') => string
  reasons: ReasonedProps['reasons']
  faults: (field: string) => string | null
}

export function Suspension({ url, suspended, t, reasons, faults }: SuspensionProps) {
  const form = useForm<unknown>({ send: () => sendOnly('PUT', url, { suspended: false }), faults })
  const words = { start: t('suspend'), ask: t('ask'), yes: t('yes'), no: t('no') }
  const suspend: ReasonedProps['send'] = written => sendOnly('PUT', url, { suspended: true, ...written })
  return (
    <Card titleId="suspension" title={t('title')} text={t('text')} bodyClass="mt-5 grid gap-4">
      {suspended === null ? (
        <>
          <div>
            <Reasoned id="suspension" form={form} words={words} reasons={reasons} send={suspend} />
          </div>
          <ActionNote action={form} done={t('done')} faultOf={form.faultOf} />
        </>
      ) : (
        <Form form={form} submit={t('resume')} done={t('done')} className="grid gap-4">
          {suspended}
        </Form>
      )}
    </Card>
  )
}

type LimitsProps = {
  id: string
  limits: LimitsView
  /** What an owner asks for, in words. */
  asked: { limits: LimitsView; said: string } | null
  first: string | null
}

/** The limits of live payments, and an answer to whoever asks for others. */
export function MerchantLimits({ id, limits, asked, first }: LimitsProps) {
  const t = useTranslations('operatorMerchants.limits')
  const decision = useTranslations('operatorMerchants.decision')
  const locale = useLocale()
  const url = `/api/operator/merchants/${id}/limits`
  const values = asked?.limits ?? limits
  const form = useForm<unknown>({
    send: text => sendOnly('PUT', url, { ...readLimitFields(text, locale), reason: text('reason') }),
    faults: field =>
      faultsOf(liveLimitNames, limit => t(`faults.${limit}`))(field) ??
      faultsOf(faultFields, name => decision(`faults.${name}`))(field),
  })
  const words = {
    start: t('decline'),
    ask: t('declineAsk'),
    yes: t('decline'),
    no: decision('approveNo'),
  }
  return (
    <Card titleId="limits" title={t('title')} text={t('text')} bodyClass="mt-5 grid gap-4">
      {asked === null ? null : <Alert tone="warning">{asked.said}</Alert>}
      {first === null ? null : <Alert>{decision('first', { name: first })}</Alert>}
      <Form
        form={form}
        submit={t('save')}
        variant="secondary"
        done={first === null && !form.pending ? decision('done') : null}
        className="grid gap-4"
      >
        <LimitFields key={JSON.stringify(values)} form={form} values={values} label={t} />
        <TextAreaField {...form.field('reason', 'limits-reason')} label={t('reason')} rows={2} />
      </Form>
      {asked === null ? null : (
        <div>
          <Reasoned
            id="limits-decline"
            form={form}
            words={words}
            reasons={{ reason: decision('reason') }}
            send={written => sendOnly('POST', url, written)}
          />
        </div>
      )}
    </Card>
  )
}
