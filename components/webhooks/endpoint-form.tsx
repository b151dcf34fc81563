'use client'

import { useTranslations } from 'next-intl'
import { Form, type FormState, type ReadText, useForm } from '#components/actions/form.tsx'
import { Once } from '#components/keys/once.tsx'
import { sendJson, sendOnly } from '#components/query/fetch-json.ts'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Fieldset, TextField } from '#components/ui/field.tsx'
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

type EndpointFieldsProps = { endpoint?: WebhookEndpointView; loopback: boolean; form: Pick<FormState, 'field'> }

function EndpointFields({ endpoint, loopback, form }: EndpointFieldsProps) {
  const t = useTranslations('webhooks')
  return (
    <>
      <TextField
        {...form.field('url')}
        type="url"
        label={t('url')}
        hint={loopback ? t('urlHintLocal') : t('urlHint')}
        defaultValue={endpoint?.url}
      />
      <TextField
        name="description"
        label={t('description')}
        maxLength={200}
        defaultValue={endpoint?.description ?? ''}
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

const wishOf = (text: ReadText, data: FormData) => ({
  url: text('url'),
  description: text('description'),
  eventTypes: data.getAll('eventTypes'),
})

type NewEndpointProps = { organisation: string; mode: ApiMode; loopback: boolean }

/** Creates an endpoint, and shows its secret once. */
export function NewEndpoint({ organisation, mode, loopback }: NewEndpointProps) {
  const t = useTranslations('webhooks')
  const form = useForm({
    send: (text, data) =>
      sendForSecret(`/api/merchant/webhooks?organisation=${organisation}`, { mode, ...wishOf(text, data) }),
    faults: useEndpointFault(),
    clears: true,
  })
  return (
    <>
      <Form form={form} submit={t('create')} className="mt-4 grid gap-5">
        <EndpointFields loopback={loopback} form={form} />
      </Form>
      <div className="mt-5 empty:hidden">
        <Secret value={form.result} />
      </div>
    </>
  )
}

type ChangeEndpointProps = { organisation: string; endpoint: WebhookEndpointView; loopback: boolean }

/** Changes an endpoint. */
export function ChangeEndpoint({ organisation, endpoint, loopback }: ChangeEndpointProps) {
  const t = useTranslations('webhooks')
  const form = useForm({
    send: (text, data) =>
      sendOnly('PUT', `/api/merchant/webhooks/${endpoint.id}?organisation=${organisation}`, wishOf(text, data)),
    faults: useEndpointFault(),
  })
  return (
    <Form form={form} submit={t('save')} done={t('saved')} className="mt-4 grid gap-5">
      <EndpointFields endpoint={endpoint} loopback={loopback} form={form} />
    </Form>
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
