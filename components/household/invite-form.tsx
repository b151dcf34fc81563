'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { useAction } from '#components/actions/use-action.ts'
import { ProblemNote } from '#components/failures/problem-note.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { TextField } from '#components/ui/field.tsx'
import { ScriptedForm } from '#components/ui/scripted.tsx'

/** Message keys for the faults of an invitation, by the field that a refusal names. */
const faults = { email: 'wrong', 'email.member': 'member', 'household.full': 'full' } as const

export function invitationOf(email: string) {
  return sendOnly('POST', '/api/household/invites', { email })
}

export function InviteForm({ full }: { full: boolean }) {
  const t = useTranslations('household.invite')
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const action = useAction<string>(() => {
    setEmail('')
    return client.invalidateQueries({ queryKey: ['household'] })
  })
  const fault = Object.entries(faults).find(([name]) => name === action.field)?.[1]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void action.run(() => invitationOf(email).then(() => email))
  }
  return (
    <Card aria-labelledby="invite-title">
      <CardHeader id="invite-title" title={t('title')} description={full ? t('full') : t('text')} />
      {full ? null : (
        <ScriptedForm autoComplete="off" onSubmit={submit} noValidate className="mt-4 flex flex-wrap items-start gap-3">
          <TextField
            id="invite-email"
            label={t('email')}
            type="email"
            autoComplete="off"
            inputMode="email"
            maxLength={254}
            value={email}
            onChange={event => setEmail(event.target.value)}
            error={fault ? t(fault) : undefined}
            className="min-w-0 flex-1 basis-64"
          />
          <Button type="submit" loading={action.pending} className="w-full sm:mt-7.5 sm:w-auto">
            {t('submit')}
          </Button>
        </ScriptedForm>
      )}
      {action.problem && !fault ? (
        <div className="mt-4">
          <ProblemNote error={action.problem} title={t('failed')} />
        </div>
      ) : null}
      <div role="status" className="mt-4 empty:hidden">
        {action.result ? <Alert tone="success">{t('sent', { email: action.result })}</Alert> : null}
        {fault ? <span className="sr-only">{t(fault)}</span> : null}
      </div>
    </Card>
  )
}
