'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ConfirmedAction } from '#components/actions/confirmed.tsx'
import { useForm } from '#components/actions/form.tsx'
import { ActionNote } from '#components/actions/use-action.tsx'
import { RelativeTime } from '#components/format/relative-time.tsx'
import { DateText } from '#components/format/value.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Alert, Badge } from '#components/ui/card.tsx'
import { TextField } from '#components/ui/field.tsx'
import { focusWithMouse } from '#components/ui/focus-with-mouse.ts'
import { Icon } from '#components/ui/icon.tsx'
import { ScriptedForm } from '#components/ui/scripted.tsx'
import type { PasskeyView } from '#lib/views/passkey.ts'
import { isThereAlready, makePasskey, usePasskeySupport, wasGivenUp } from './ceremonies.ts'

const nameLength = 60

/** Adds, names and removes a person's passkeys. `suggested` is a name for this device. */
export function PasskeyList({ passkeys, suggested }: { passkeys: PasskeyView[]; suggested: string }) {
  const t = useTranslations('settings.passkeys')
  return (
    <>
      {passkeys.length === 0 ? <p className="text-[0.9375rem] text-soft">{t('none')}</p> : null}
      <ul className="divide-y divide-line">
        {passkeys.map(passkey => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </ul>
      <NewPasskeyForm suggested={suggested} />
    </>
  )
}

function NewPasskeyForm({ suggested }: { suggested: string }) {
  const t = useTranslations('settings.passkeys')
  const isKnown = usePasskeySupport()
  const [ending, setEnding] = useState<'givenUp' | 'thereAlready' | null>(null)
  const form = useForm({
    send: text => {
      setEnding(null)
      return makePasskey(text('name')).catch((error: unknown) => {
        if (!wasGivenUp(error) && !isThereAlready(error)) throw error
        setEnding(isThereAlready(error) ? 'thereAlready' : 'givenUp')
      })
    },
  })
  if (!isKnown) return <p className="mt-4 text-sm text-soft">{t('unknownHere')}</p>
  return (
    <ScriptedForm onSubmit={form.submit} className="mt-4 flex flex-wrap items-end gap-3">
      <TextField
        id="passkey-name"
        name="name"
        label={t('name')}
        defaultValue={suggested}
        maxLength={nameLength}
        required
        className="min-w-0 flex-1 basis-56"
      />
      <Button type="submit" loading={form.pending}>
        <Icon name="passkey" />
        {t('add')}
      </Button>
      {ending ? (
        <Alert className="w-full" announce="polite">
          {t(ending)}
        </Alert>
      ) : (
        <ActionNote action={form} done={t('added')} className="w-full" />
      )}
    </ScriptedForm>
  )
}

function PasskeyRow({ passkey }: { passkey: PasskeyView }) {
  const t = useTranslations('settings.passkeys')
  const tCommon = useTranslations('common')
  const [isNaming, setIsNaming] = useState(false)
  const url = `/api/passkeys/${encodeURIComponent(passkey.id)}`
  const renaming = useForm({
    send: text => sendOnly('PUT', url, { name: text('name') }),
    onDone: () => setIsNaming(false),
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <span className="grid size-11 shrink-0 place-items-center rounded-xl bg-sunken text-soft">
        <Icon name="passkey" className="size-5.5" />
      </span>
      {isNaming ? (
        <ScriptedForm onSubmit={renaming.submit} className="flex min-w-0 flex-1 flex-wrap items-end gap-2">
          <TextField
            id={`name-${passkey.id}`}
            name="name"
            label={t('name')}
            defaultValue={passkey.name}
            maxLength={nameLength}
            required
            ref={focusWithMouse}
            className="min-w-0 flex-1 basis-44"
          />
          <Button variant="quiet" size="small" onClick={() => setIsNaming(false)}>
            {tCommon('cancel')}
          </Button>
          <Button type="submit" size="small" loading={renaming.pending}>
            {t('save')}
          </Button>
        </ScriptedForm>
      ) : (
        <>
          <div className="min-w-0 flex-1 basis-52">
            <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium wrap-anywhere">
              {passkey.name}
              {passkey.backedUp ? <Badge>{t('backedUp')}</Badge> : null}
            </p>
            <p className="text-sm text-soft">
              {passkey.lastUsedAt
                ? t.rich('used', { when: () => <RelativeTime value={passkey.lastUsedAt ?? ''} /> })
                : t('unused')}
              {' · '}
              {t.rich('since', { date: () => <DateText value={passkey.createdAt} /> })}
            </p>
          </div>
          <Button variant="quiet" size="small" onClick={() => setIsNaming(true)}>
            {t('rename')}
            <span className="sr-only">{` (${passkey.name})`}</span>
          </Button>
          <ConfirmedAction
            start={t('remove')}
            label={`${t('remove')} (${passkey.name})`}
            ask={t('removeAsk')}
            yes={t('removeOf', { name: passkey.name })}
            no={tCommon('cancel')}
            size="small"
            act={() => sendOnly('DELETE', url)}
          />
        </>
      )}
      <ActionNote action={renaming} className="w-full" />
    </li>
  )
}
