'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { ProblemNote } from '#components/failures/problem-note.tsx'
import { RequestProblem, sendOnly } from '#components/query/fetch-json.ts'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { TextField } from '#components/ui/field.tsx'

/** Field of the address and what was wrong with it, beside it. */
const faults = { email: 'wrong', 'email.member': 'member', 'household.full': 'full' } as const

export function invitationOf(email: string) {
  return sendOnly('POST', '/api/household/invites', { email })
}

export function InviteForm({ full }: { full: boolean }) {
  const t = useTranslations('household.invite')
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const invite = useMutation({
    mutationFn: invitationOf,
    onSuccess: () => {
      setEmail('')
      return client.invalidateQueries({ queryKey: ['household'] })
    },
  })
  const fault = faultOf(invite.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!invite.isPending) invite.mutate(email)
  }
  return (
    <Card aria-labelledby="invite-title">
      <CardHeader id="invite-title" title={t('title')} description={full ? t('full') : t('text')} />
      {full ? null : (
        <form method="post" onSubmit={submit} noValidate className="mt-4 flex flex-wrap items-start gap-3">
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
          <Button type="submit" loading={invite.isPending} className="w-full sm:mt-7.5 sm:w-auto">
            {t('submit')}
          </Button>
        </form>
      )}
      {invite.isError && !fault ? (
        <div className="mt-4">
          <ProblemNote error={invite.error} title={t('failed')} />
        </div>
      ) : null}
      <div role="status" className="mt-4 empty:hidden">
        {invite.isSuccess ? <Alert tone="success">{t('sent', { email: invite.variables })}</Alert> : null}
        {fault ? <span className="sr-only">{t(fault)}</span> : null}
      </div>
    </Card>
  )
}

function faultOf(error: Error | null) {
  const field = error instanceof RequestProblem ? error.problem?.field : undefined
  return Object.entries(faults).find(([name]) => name === field)?.[1]
}
