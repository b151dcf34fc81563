'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { ActionNote, useAction } from '#components/actions/use-action.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'

/** What this browser can do; `unknown` until it was asked. */
type State = 'unknown' | 'unable' | 'blocked' | 'failed' | 'off' | 'on'

/** A browser stays subscribed after a signing out, when it isn't among the person's `devices` any more. */
async function readState(devices: readonly string[]): Promise<State> {
  if (!('serviceWorker' in navigator && 'PushManager' in window)) return 'unable'
  if (Notification.permission === 'denied') return 'blocked'
  const { pushManager } = await navigator.serviceWorker.ready
  const made = await pushManager.getSubscription()
  return made !== null && devices.includes(await hashOf(made.endpoint)) ? 'on' : 'off'
}

async function hashOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

async function subscribe(publicKey: string): Promise<State> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off'
  const { pushManager } = await navigator.serviceWorker.ready
  await (await pushManager.getSubscription())?.unsubscribe()
  const wish = { userVisibleOnly: true, applicationServerKey: publicKey }
  const made = await pushManager.subscribe(wish).catch(() => null)
  if (made === null) return 'failed'
  const { endpoint, keys } = made.toJSON()
  await sendOnly('POST', '/api/push', { endpoint, keys })
  return 'on'
}

async function unsubscribe(): Promise<State> {
  const { pushManager } = await navigator.serviceWorker.ready
  const made = await pushManager.getSubscription()
  if (made !== null) {
    await sendOnly('DELETE', '/api/push', { endpoint: made.endpoint })
    await made.unsubscribe()
  }
  return 'off'
}

/** Whether this browser shows alerts. */
export function DeviceAlerts({ publicKey, devices }: { publicKey: string; devices: readonly string[] }) {
  const t = useTranslations('settings.alerts')
  const [state, setState] = useState<State>('unknown')
  const action = useAction<State>('nothing')
  useEffect(() => {
    readState(devices).then(setState)
  }, [devices])
  const turn = () =>
    action.run(async () => {
      const next = await (state === 'on' ? unsubscribe() : subscribe(publicKey))
      setState(next)
      return next
    })
  return (
    <div className="border-t border-line pt-5">
      <h3 className="font-semibold">{t('device')}</h3>
      <p className="mt-1 text-sm text-soft">{t(state === 'unknown' ? 'deviceText' : `states.${state}`)}</p>
      {state === 'off' || state === 'on' || state === 'failed' ? (
        <div className="mt-3">
          <Button variant="secondary" onClick={turn} loading={action.pending}>
            {t(state === 'on' ? 'turnOff' : 'turnOn')}
          </Button>
          <ActionNote action={action} faultOf={() => null} />
        </div>
      ) : null}
    </div>
  )
}
