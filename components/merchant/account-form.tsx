'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useRef, useState } from 'react'
import { ActionButton } from '#components/actions/form.tsx'
import { ActionNote, useAction } from '#components/actions/use-action.tsx'
import { sendJson, sendOnly } from '#components/query/fetch-json.ts'
import { PayeeCheck } from '#components/transfers/payee-check.tsx'
import { PayeeChoices } from '#components/transfers/payee-choices.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { ScriptedForm } from '#components/ui/scripted.tsx'
import { type BeneficiaryFault, beneficiaryFaults } from '#lib/domain/payments/payee/beneficiary.ts'
import type { PayeeVerificationView } from '#lib/views/transfer.ts'

const names = ['name', 'iban', 'bic'] as const
type Typed = { readonly [field in (typeof names)[number]]: string }

/** The organisation's beneficiary account, verified before it is set. What was typed stays in the form until it is valid, and is never in a URL. */
export function AccountForm({ organisation, name }: { organisation: string; name: string }) {
  const t = useTranslations('merchant.account')
  const form = useRef<HTMLFormElement>(null)
  const action = useAction()
  const checking = useAction<PayeeVerificationView>('nothing')
  const [checked, setChecked] = useState<Typed | null>(null)
  const query = `?organisation=${organisation}`
  const save = async (typed: Typed) => {
    const done = await action.run(() => sendOnly('PUT', `/api/merchant/settings/beneficiary${query}`, typed))
    if (!done) return
    checking.reset()
    form.current?.reset()
  }
  const check = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const sent = new FormData(event.currentTarget)
    const text = (field: string) => String(sent.get(field) ?? '')
    const typed = { name: text('name'), iban: text('iban'), bic: text('bic') }
    action.reset()
    setChecked(typed)
    let answer: PayeeVerificationView['answer'] | null = null
    await checking.run(async () => {
      const url = `/api/merchant/settings/beneficiary/verify${query}`
      const verification = await sendJson<PayeeVerificationView>('POST', url, typed)
      answer = verification.answer
      return verification
    })
    if (answer === 'match') await save(typed)
  }
  const forget = () => {
    if (checking.result !== null) checking.reset()
  }
  const verification = checking.result
  const asks = verification !== null && verification.answer !== 'match'
  const field = checking.field ?? action.field
  const faultOf = (field: string) => {
    const fault = beneficiaryFaults.find(one => field.endsWith(`.${one}`))
    return fault ? t(`faults.${fault}`) : null
  }
  const error = (name: BeneficiaryFault['field']) => (field?.startsWith(`${name}.`) ? faultOf(field) : undefined)
  return (
    <ScriptedForm ref={form} onSubmit={event => void check(event)} onInput={forget} noValidate className="stack gap-5">
      {names.map(field => (
        <TextField
          key={field}
          id={`account-${field}`}
          name={field}
          label={t(field)}
          error={error(field)}
          defaultValue={field === 'name' ? name : ''}
          autoComplete="off"
          spellCheck={false}
        />
      ))}
      {asks && checked ? (
        <PayeeCheck verification={verification} typed={checked.name} isMerchant announce="polite" />
      ) : null}
      <ActionNote action={checking.problem ? checking : action} done={t('saved')} faultOf={faultOf} />
      {asks && checked ? (
        <PayeeChoices
          matchedName={verification.matchedName}
          pending={action.pending}
          onChoose={name => void save({ ...checked, name: name ?? checked.name })}
        />
      ) : (
        <div>
          <Button type="submit" loading={action.pending || checking.pending}>
            {t('set')}
          </Button>
        </div>
      )}
    </ScriptedForm>
  )
}

/** Withdraws an account set by a new owner before it takes effect. Requires no password, because it must be quick. */
export function WithdrawAccount({ organisation }: { organisation: string }) {
  const t = useTranslations('merchant.account')
  const url = `/api/merchant/settings/beneficiary?organisation=${organisation}`
  return (
    <div className="mt-3">
      <ActionButton variant="secondary" act={() => sendOnly('DELETE', url)}>
        {t('withdraw')}
      </ActionButton>
    </div>
  )
}
