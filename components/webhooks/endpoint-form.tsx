'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { ActionNote } from '#components/actions/note.tsx'
import { type ActionState, useAction } from '#components/actions/use-action.ts'
import { Once } from '#components/keys/once.tsx'
import { sendJson, sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Fieldset } from '#components/ui/fieldset.tsx'
import { ScriptedForm } from '#components/ui/scripted.tsx'
import type { ApiMode } from '#lib/domain/merchant/api-key.ts'
import { webhookEventTypes } from '#lib/domain/webhooks/event.ts'
import { targetFaults } from '#lib/domain/webhooks/target.ts'
import type { NewSecretView, WebhookEndpointView } from '#lib/views/webhook.ts'

const choosable = webhookEventTypes.filter(type => type !== 'endpoint.test')

/** Texts for the faults of an endpoint, by the field that a refusal names. */
export function useEndpointFault() {
  const t = useTranslations('webhooks')
  return (field: string): string | null => {
    if (field === 'endpoints') return t('faultEndpoints')
    if (field === 'endpoint') return t('faultOff')
    if (!field.startsWith('url')) return null
    return t(`urlFaults.${targetFaults.find(fault => field === `url.${fault}`) ?? 'other'}`)
  }
}

type EndpointFieldsProps = { endpoint?: WebhookEndpointView; loopback: boolean; action: ActionState }

function EndpointFields({ endpoint, loopback, action }: EndpointFieldsProps) {
  const t = useTranslations('webhooks')
  const faultOf = useEndpointFault()
  return (
    <>
      <TextField
        id="url"
        name="url"
        type="url"
        label={t('url')}
        hint={loopback ? t('urlHintLocal') : t('urlHint')}
        defaultValue={endpoint?.url}
        autoComplete="off"
        error={action.field?.startsWith('url') ? faultOf(action.field) : undefined}
      />
      <TextField
        id="description"
        name="description"
        label={t('description')}
        maxLength={200}
        defaultValue={endpoint?.description ?? ''}
        autoComplete="off"
      />
      <Fieldset legend={t('events')}>
        <p className="mb-2 text-sm text-soft">{t('eventsHint')}</p>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-x-6">
          {choosable.map(type => (
            <Checkbox
              key={type}
              name="eventTypes"
              value={type}
              defaultChecked={endpoint?.eventTypes.includes(type) ?? false}
              label={<code className="wrap-anywhere font-mono text-sm">{type}</code>}
            />
          ))}
        </div>
      </Fieldset>
    </>
  )
}

function wishOf(form: HTMLFormElement) {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '').trim()
  return { url: text('url'), description: text('description'), eventTypes: data.getAll('eventTypes') }
}

type NewEndpointProps = { organisation: string; mode: ApiMode; loopback: boolean }

/** Creates an endpoint, and shows its secret once. */
export function NewEndpoint({ organisation, mode, loopback }: NewEndpointProps) {
  const t = useTranslations('webhooks')
  const action = useAction()
  const faultOf = useEndpointFault()
  const [secret, setSecret] = useState<string | null>(null)
  const make = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const wish = { mode, ...wishOf(form) }
    setSecret(null)
    const url = `/api/merchant/webhooks?organisation=${organisation}`
    const done = await action.run(async () => setSecret(await sendForSecret(url, wish)))
    if (done) form.reset()
  }
  return (
    <ScriptedForm onSubmit={make} noValidate className="mt-4 grid gap-5">
      <EndpointFields loopback={loopback} action={action} />
      <ActionNote action={action} faultOf={faultOf} />
      <div>
        <Button type="submit" loading={action.pending}>
          {t('create')}
        </Button>
      </div>
      <Secret value={secret} />
    </ScriptedForm>
  )
}

type ChangeEndpointProps = { organisation: string; endpoint: WebhookEndpointView; loopback: boolean }

/** Changes an endpoint. */
export function ChangeEndpoint({ organisation, endpoint, loopback }: ChangeEndpointProps) {
  const t = useTranslations('webhooks')
  const action = useAction()
  const faultOf = useEndpointFault()
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wish = wishOf(event.currentTarget)
    const url = `/api/merchant/webhooks/${endpoint.id}?organisation=${organisation}`
    await action.run(() => sendOnly('PUT', url, wish))
  }
  return (
    <ScriptedForm onSubmit={save} noValidate className="mt-4 grid gap-5">
      <EndpointFields endpoint={endpoint} loopback={loopback} action={action} />
      <ActionNote action={action} faultOf={faultOf} done={t('saved')} />
      <div>
        <Button type="submit" loading={action.pending}>
          {t('save')}
        </Button>
      </div>
    </ScriptedForm>
  )
}

/** A newly created secret; empty before. */
export function Secret({ value }: { value: string | null }) {
  const t = useTranslations('webhooks')
  if (value === null) return null
  const words = { title: t('secretTitle'), text: t('secretText'), copyLabel: t('copy'), copiedLabel: t('copied') }
  return <Once value={value} {...words} />
}

/** POSTs, and returns the secret of the created endpoint. */
export async function sendForSecret(url: string, body?: object): Promise<string> {
  return (await sendJson<NewSecretView>('POST', url, body)).secret
}
