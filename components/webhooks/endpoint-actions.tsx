'use client'

import { useTranslations } from 'next-intl'
import { ConfirmedAction } from '#components/actions/confirmed.tsx'
import { ActionButton } from '#components/actions/form.tsx'
import { ActionNote, useAction } from '#components/actions/use-action.tsx'
import { RelativeTime } from '#components/format/relative-time.tsx'
import { DateText } from '#components/format/value.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Badge, type Tone } from '#components/ui/card.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import type { DeliveryStatus } from '#lib/domain/webhooks/delivery.ts'
import type {
  EndpointChange,
  WebhookAttemptView,
  WebhookDeliveryView,
  WebhookEndpointView,
} from '#lib/views/webhook.ts'
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

const tones: Record<DeliveryStatus, Tone> = {
  pending: 'info',
  delivered: 'success',
  failed: 'danger',
  dropped: 'neutral',
}

type DeliveryListProps = { deliveries: readonly WebhookDeliveryView[]; organisation: string; mayResend: boolean }

/** Deliveries and their answers, newest first. */
export function DeliveryList({ deliveries, organisation, mayResend }: DeliveryListProps) {
  const t = useTranslations('webhooks')
  return (
    <ul className="divide-y divide-line">
      {deliveries.map(one => (
        <li key={one.id} className="grid gap-2 px-5 py-4 sm:px-6">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h3 className="font-mono text-[0.9375rem] font-medium">
              {one.type}
              {one.sequence === null ? null : <span className="text-soft"> · {one.sequence}</span>}
            </h3>
            <div className="flex flex-wrap items-center gap-3">
              <Badge tone={tones[one.status]}>{t(`statuses.${one.status}`)}</Badge>
              <RelativeTime value={one.createdAt} className="text-sm text-soft" />
            </div>
          </div>
          <code className="wrap-anywhere font-mono text-sm text-soft">msg_{one.messageId}</code>
          <Attempts attempts={one.attempts} />
          {mayResend && one.status !== 'pending' ? <Resend delivery={one} organisation={organisation} /> : null}
        </li>
      ))}
    </ul>
  )
}

const shownAttempts = 3

/** The last attempts; earlier ones on demand. */
function Attempts({ attempts }: { attempts: readonly WebhookAttemptView[] }) {
  const t = useTranslations('webhooks')
  if (attempts.length === 0) return null
  const list = (some: readonly WebhookAttemptView[]) => (
    <ul className="grid gap-1 text-sm text-soft">
      {some.map(attempt => (
        <AttemptLine key={attempt.at} attempt={attempt} />
      ))}
    </ul>
  )
  const earlier = attempts.slice(shownAttempts)
  return (
    <>
      {list(attempts.slice(0, shownAttempts))}
      {earlier.length === 0 ? null : (
        <Disclosure title={t('earlier', { count: earlier.length })} small>
          <div className="mt-1">{list(earlier)}</div>
        </Disclosure>
      )}
    </>
  )
}

function AttemptLine({ attempt }: { attempt: WebhookAttemptView }) {
  const t = useTranslations('webhooks')
  const { at, status, fault, durationMs: ms } = attempt
  return (
    <li>
      <RelativeTime value={at} />
      {' · '}
      {status === null
        ? t('unanswered', { fault: t(`faults.${fault ?? 'reset'}`), ms })
        : t('answered', { status: String(status), ms })}
    </li>
  )
}

function Resend({ delivery, organisation }: { delivery: WebhookDeliveryView; organisation: string }) {
  const t = useTranslations('webhooks')
  return (
    <ActionButton
      variant="secondary"
      size="small"
      aria-label={t('resendOf', { type: delivery.type })}
      act={() => sendOnly('POST', `/api/merchant/deliveries/${delivery.id}?organisation=${organisation}`)}
      faults={useEndpointFault()}
    >
      {t('resend')}
    </ActionButton>
  )
}
