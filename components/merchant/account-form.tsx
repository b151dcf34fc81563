'use client'

import { useTranslations } from 'next-intl'
import type { FormEvent } from 'react'
import { ActionNote } from '#components/actions/note.tsx'
import { useAction } from '#components/actions/use-action.ts'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { type BeneficiaryFault, beneficiaryFaults } from '#lib/domain/payments/beneficiary.ts'

const names = ['name', 'iban', 'bic'] as const

/** The organisation's beneficiary account. What was typed stays in the form until it is valid, and is never in a URL. */
export function AccountForm({ organisation, name }: { organisation: string; name: string }) {
  const t = useTranslations('merchant.account')
  const action = useAction()
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const sent = Object.fromEntries(new FormData(form))
    const url = `/api/merchant/settings/beneficiary?organisation=${organisation}`
    if (await action.run(() => sendOnly('PUT', url, sent))) form.reset()
  }
  const faultOf = (field: string) => {
    const fault = beneficiaryFaults.find(one => field.endsWith(`.${one}`))
    return fault ? t(`faults.${fault}`) : null
  }
  const error = (field: BeneficiaryFault['field']) =>
    action.field?.startsWith(`${field}.`) ? faultOf(action.field) : undefined
  return (
    <form method="post" onSubmit={save} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5">
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
      <ActionNote action={action} done={t('saved')} faultOf={faultOf} />
      <div>
        <Button type="submit" loading={action.pending}>
          {t('set')}
        </Button>
      </div>
    </form>
  )
}
