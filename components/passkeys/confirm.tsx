'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Alert } from '#components/ui/card.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { confirmByPasskey, usePasskeySupport, wasGivenUp } from './ceremonies.ts'

/** A passkey instead of the password: the password form is then submitted without one. */
export function PasskeyConfirm({ formId }: { formId: string }) {
  const t = useTranslations('leaving.confirm.passkey')
  const isKnown = usePasskeySupport()
  const [state, setState] = useState<'idle' | 'working' | 'failed'>('idle')
  if (!isKnown) return null
  const confirm = async () => {
    setState('working')
    try {
      await confirmByPasskey()
      const form = document.getElementById(formId)
      if (form instanceof HTMLFormElement) form.submit()
    } catch (error) {
      setState(wasGivenUp(error) ? 'idle' : 'failed')
    }
  }
  return (
    <div className="grid gap-4 border-b border-line pb-5 noscript:hidden">
      <Button wide loading={state === 'working'} onClick={confirm}>
        <Icon name="passkey" />
        {t('action')}
      </Button>
      {state === 'failed' ? (
        <Alert tone="danger" announce="assertive">
          {t('failed')}
        </Alert>
      ) : null}
      <p className="text-sm text-soft">{t('or')}</p>
    </div>
  )
}
