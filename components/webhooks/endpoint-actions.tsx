'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ActionNote } from '#components/actions/note.tsx'
import { useAction } from '#components/actions/use-action.ts'
import { DateText } from '#components/format/date.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import type { EndpointChange, WebhookEndpointView } from '#lib/views/webhook.ts'
import { Secret, sendForSecret, useEndpointFault } from './endpoint-form.tsx'

type EndpointProps = { organisation: string; endpoint: WebhookEndpointView }

const urlOf = ({ organisation, endpoint }: EndpointProps, rest = '') =>
  `/api/merchant/webhooks/${endpoint.id}${rest}?organisation=${organisation}`

/** Sends a test event to an endpoint that is on. */
export function TestEndpoint(props: EndpointProps) {
  const t = useTranslations('webhooks')
  const action = useAction()
  const faultOf = useEndpointFault()
  return (
    <div className="grid gap-3">
      <div>
        <Button
          variant="secondary"
          disabled={!props.endpoint.isEnabled}
          loading={action.pending}
          onClick={() => action.run(() => sendOnly('POST', urlOf(props, '/test')))}
        >
          {t('test')}
        </Button>
      </div>
      <ActionNote action={action} faultOf={faultOf} done={t('tested')} />
    </div>
  )
}

/** Rotates the secret, and shows the new one once. */
export function RotateSecret(props: EndpointProps) {
  const t = useTranslations('webhooks')
  const action = useAction()
  const [secret, setSecret] = useState<string | null>(null)
  const { previousSecretUntil } = props.endpoint
  const isAgain = previousSecretUntil !== null
  const rotate = () =>
    action.run(async () => setSecret(await sendForSecret(urlOf(props, '/secret'), { isForced: isAgain })))
  return (
    <div className="grid gap-3">
      <p className="text-sm text-soft">{t('rotateHint')}</p>
      {previousSecretUntil === null ? null : (
        <p className="text-sm">
          {t.rich('overlap', { date: () => <DateText value={previousSecretUntil} style="full" /> })}{' '}
          {t('rotateAgainHint')}
        </p>
      )}
      <div>
        <Button variant="secondary" loading={action.pending} onClick={rotate}>
          {isAgain ? t('rotateAgain') : t('rotate')}
        </Button>
      </div>
      <ActionNote action={action} />
      <Secret value={secret} />
    </div>
  )
}

/** Enables or disables an endpoint. What it missed meanwhile is delivered, unless somebody asks to skip it. */
export function SwitchEndpoint(props: EndpointProps) {
  const t = useTranslations('webhooks')
  const action = useAction()
  const { isEnabled } = props.endpoint
  const change = (change: EndpointChange) => action.run(() => sendOnly('PUT', urlOf(props), change))
  return (
    <div className="grid gap-3">
      <p className="text-sm text-soft">{isEnabled ? t('turnOffHint') : t('turnOnHint')}</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" loading={action.pending} onClick={() => change({ isEnabled: !isEnabled })}>
          {isEnabled ? t('turnOff') : t('turnOn')}
        </Button>
        {isEnabled ? null : (
          <Button
            variant="secondary"
            loading={action.pending}
            onClick={() => change({ isEnabled: true, missed: 'skip' })}
          >
            {t('turnOnSkip')}
          </Button>
        )}
      </div>
      <ActionNote action={action} />
    </div>
  )
}

/** Deletes an endpoint after confirmation. */
export function DeleteEndpoint(props: EndpointProps) {
  const t = useTranslations('webhooks')
  const action = useAction()
  const [isAsked, setIsAsked] = useState(false)
  const remove = () =>
    action.run(async () => {
      await sendOnly('DELETE', urlOf(props))
      window.location.assign('/webhooks')
    })
  if (!isAsked) {
    return (
      <div>
        <Button variant="danger" onClick={() => setIsAsked(true)}>
          {t('delete')}
        </Button>
      </div>
    )
  }
  return (
    <div className="grid gap-3">
      <p role="status">{t('confirmDelete')}</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="destroy" onClick={remove} loading={action.pending}>
          {t('delete')}
        </Button>
        <Button variant="secondary" onClick={() => setIsAsked(false)}>
          {t('keep')}
        </Button>
      </div>
      <ActionNote action={action} />
    </div>
  )
}
