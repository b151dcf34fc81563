'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { ActionNote, useAction } from '#components/actions/use-action.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'

/** What this browser can do; `unknown` until it was asked. */
type State = 'unknown' | 'unable' | 'blocked' | 'off' | 'on'

async function readState(): Promise<State> {
  if (!('serviceWorker' in navigator && 'PushManager' in window)) return 'unable'
  if (Notification.permission === 'denied') return 'blocked'
  const { pushManager } = await navigator.serviceWorker.ready
  return (await pushManager.getSubscription()) === null ? 'off' : 'on'
}

/** Whether this browser shows alerts. */
export function DeviceAlerts({ publicKey }: { publicKey: string }) {
  const t = useTranslations('settings.alerts')
  const [state, setState] = useState<State>('unknown')
  const action = useAction('nothing')
  useEffect(() => {
    readState().then(setState)
  }, [])
  const subscribe = async () => {
    if ((await Notification.requestPermission()) !== 'granted') return
    const { pushManager } = await navigator.serviceWorker.ready
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    const { endpoint, keys } = made.toJSON()
    await sendOnly('POST', '/api/push', { endpoint, keys })
  }
  const unsubscribe = async () => {
    const { pushManager } = await navigator.serviceWorker.ready
    const made = await pushManager.getSubscription()
    if (made === null) return
    await sendOnly('DELETE', '/api/push', { endpoint: made.endpoint })
    await made.unsubscribe()
  }
  const turn = async () => {
    await action.run(state === 'on' ? unsubscribe : subscribe)
    setState(await readState())
  }
  return (
    <div className="border-t border-line pt-5">
      <h3 className="font-semibold">{t('device')}</h3>
      <p className="mt-1 text-sm text-soft">{t(state === 'unknown' ? 'deviceText' : `states.${state}`)}</p>
      {state === 'off' || state === 'on' ? (
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
