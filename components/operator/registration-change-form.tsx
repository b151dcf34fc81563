'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { faultsOf, useForm } from '#components/actions/form.tsx'
import { ActionNote, useAction } from '#components/actions/use-action.tsx'
import { sendJson, sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Alert } from '#components/ui/card.tsx'
import { TextField } from '#components/ui/field.tsx'
import { ScriptedForm } from '#components/ui/scripted.tsx'
import type { ChangePlan, RegistrationChange } from '#lib/views/operator.ts'
import { DifferenceList } from './difference-list.tsx'

const fields = ['scope', 'softwareId', 'contactName', 'email', 'phone'] as const
type Planned = { readonly plan: ChangePlan; readonly change: RegistrationChange }

/** Shows the changes first and sends them after confirmation, so that nothing is sent unseen. */
export function RegistrationChangeForm({
  url,
  change,
  platform,
}: {
  url: string
  change: RegistrationChange
  platform: string
}) {
  const t = useTranslations('operatorForms.registrations')
  const sending = useAction()
  const [planned, setPlanned] = useState<Planned | null>(null)
  const form = useForm({
    send: async text => {
      const wished = Object.fromEntries(fields.map(name => [name, text(name)])) as RegistrationChange
      setPlanned({ plan: await sendJson<ChangePlan>('POST', `${url}/plan`, wished), change: wished })
    },
    faults: faultsOf(fields, name => t(`faults.${name}`)),
  })
  const send = async ({ plan: { hash }, change: agreed }: Planned) => {
    if (await sending.run(() => sendOnly('PUT', url, { change: agreed, hash }))) setPlanned(null)
  }
  return (
    <section aria-labelledby={`${platform}-change`}>
      <h3 id={`${platform}-change`} className="mb-3 font-semibold">
        {t('changeTitle')}
      </h3>
      <ScriptedForm onSubmit={form.submit} noValidate className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {fields.map(name => (
          <TextField
            key={name}
            {...form.field(name, `${platform}-${name}`)}
            label={t(`fields.${name}`)}
            defaultValue={change[name]}
            autoComplete="off"
          />
        ))}
        <div className="flex items-end">
          <Button type="submit" variant="secondary" loading={form.pending}>
            {t('plan')}
          </Button>
        </div>
      </ScriptedForm>
      <ActionNote action={form} faultOf={form.faultOf} className="mt-3" />
      {planned ? (
        <div className="mt-4 grid gap-3" role="status">
          {planned.plan.lines.length === 0 ? (
            <Alert tone="info">{t('nothingChanges')}</Alert>
          ) : (
            <>
              <p className="font-medium">{t('willChange', { count: planned.plan.lines.length })}</p>
              <DifferenceList lines={planned.plan.lines} />
              <div>
                <Button loading={sending.pending} onClick={() => send(planned)}>
                  {t('send')}
                </Button>
              </div>
            </>
          )}
        </div>
      ) : null}
      <ActionNote action={sending} done={t('sent')} className="mt-3" />
    </section>
  )
}
