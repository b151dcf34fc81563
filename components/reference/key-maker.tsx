'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ActionNote, useAction } from '#components/actions/use-action.tsx'
import { postKey } from '#components/keys/form.tsx'
import { Once } from '#components/keys/once.tsx'
import { Button } from '#components/ui/button.tsx'
import type { ApiScope } from '#lib/domain/merchant/api-key.ts'

/** What the examples do. */
const scopes: readonly ApiScope[] = ['payments:write', 'events:read', 'webhooks:write']

type KeyMakerProps = { organisation: string; expiresOn: string; origin: string }

/** Makes a test key for the examples of the reference. It is shown once and stays in this page. */
export function KeyMaker({ organisation, expiresOn, origin }: KeyMakerProps) {
  const t = useTranslations('keys')
  const action = useAction('nothing')
  const [key, setKey] = useState<string | null>(null)
  const wish = { mode: 'test', name: t('reference.steps.keyName'), scopes, expiresOn }
  const make = () => action.run(async () => setKey(await postKey(organisation, wish)))
  if (key !== null) {
    return (
      <Once
        value={`export GUICHET_ORIGIN=${origin} GUICHET_KEY=${key}`}
        title={t('shownOnce')}
        text={t('reference.steps.keyText')}
        copyLabel={t('reference.steps.copyLine')}
        copiedLabel={t('copied')}
      />
    )
  }
  return (
    <div className="grid gap-3">
      <div>
        <Button variant="secondary" loading={action.pending} onClick={make}>
          {t('reference.steps.makeKey')}
        </Button>
      </div>
      <ActionNote action={action} faultOf={field => (field === 'keys' ? t('faultKeys') : null)} />
    </div>
  )
}
