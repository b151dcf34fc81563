'use client'

import { useTranslations } from 'next-intl'
import { ActionButton } from '#components/actions/form.tsx'
import { ActionNote, ConfirmedAction, useAction } from '#components/actions/use-action.tsx'
import { DateText } from '#components/format/value.tsx'
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
  return (
    <ActionButton
      variant="secondary"
      disabled={!props.endpoint.isEnabled}
      act={() => sendOnly('POST', urlOf(props, '/test'))}
      faults={useEndpointFault()}
      done={() => t('tested')}
    >
      {t('test')}
    </ActionButton>
  )
}

/** Rotates the secret, and shows the new one once. */
export function RotateSecret(props: EndpointProps) {
  const t = useTranslations('webhooks')
  const action = useAction<string>()
  const { previousSecretUntil } = props.endpoint
  const isAgain = previousSecretUntil !== null
  const rotate = () => action.run(() => sendForSecret(urlOf(props, '/secret'), { isForced: isAgain }))
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
      <Secret value={action.result} />
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
  return (
    <ConfirmedAction
      start={t('delete')}
      ask={t('confirmDelete')}
      yes={t('delete')}
      no={t('keep')}
      act={() => sendOnly('DELETE', urlOf(props))}
      reread="nothing"
      onDone={() => window.location.assign('/webhooks')}
    />
  )
}
