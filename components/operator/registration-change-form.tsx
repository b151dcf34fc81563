'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { ActionNote } from '#components/actions/note.tsx'
import { useAction } from '#components/actions/use-action.ts'
import { sendJson, sendOnly } from '#components/query/fetch-json.ts'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
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
  const action = useAction()
  const sending = useAction()
  const [planned, setPlanned] = useState<Planned | null>(null)
  const plan = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const wished = Object.fromEntries(
      fields.map(name => [name, String(form.get(name) ?? '').trim()]),
    ) as RegistrationChange
    void action.run(async () =>
      setPlanned({ plan: await sendJson<ChangePlan>('POST', `${url}/plan`, wished), change: wished }),
    )
  }
  const send = async ({ plan: { hash }, change: agreed }: Planned) => {
    if (await sending.run(() => sendOnly('PUT', url, { change: agreed, hash }))) setPlanned(null)
  }
  const faultOf = (field: string) => {
    const known = fields.find(name => name === field)
    return known ? t(`faults.${known}`) : null
  }
  return (
    <section aria-labelledby={`${platform}-change`}>
      <h3 id={`${platform}-change`} className="mb-3 font-semibold">
        {t('changeTitle')}
      </h3>
      <ScriptedForm onSubmit={plan} noValidate className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {fields.map(name => (
          <TextField
            key={name}
            id={`${platform}-${name}`}
            name={name}
            label={t(`fields.${name}`)}
            defaultValue={change[name]}
            autoComplete="off"
            error={action.field === name ? t(`faults.${name}`) : undefined}
          />
        ))}
        <div className="flex items-end">
          <Button type="submit" variant="secondary" loading={action.pending}>
            {t('plan')}
          </Button>
        </div>
      </ScriptedForm>
      <ActionNote action={action} faultOf={faultOf} className="mt-3" />
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
