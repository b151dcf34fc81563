'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { ProblemNote } from '#components/connections/problem-note.tsx'
import { RequestProblem, sendJson } from '#components/query/fetch-json.ts'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { TextField } from '#components/ui/field.tsx'

const loadSchema = () => import('#lib/domain/household-view.ts').then(views => views.InvitedView)

/** Field of the address and what was wrong with it, beside it. */
const faults = { email: 'wrong', 'email.member': 'member', 'household.full': 'full' } as const

export function invitationOf(email: string) {
  return sendJson('POST', '/api/household/invites', loadSchema, { email })
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
        {invite.isSuccess ? <Sent email={invite.variables} link={invite.data.link} /> : null}
        {fault ? <span className="sr-only">{t(fault)}</span> : null}
      </div>
    </Card>
  )
}

function faultOf(error: Error | null) {
  const field = error instanceof RequestProblem ? error.problem?.field : undefined
  return Object.entries(faults).find(([name]) => name === field)?.[1]
}

function Sent({ email, link }: { email: string; link: string | null }) {
  const t = useTranslations('household.invite')
  const [copied, setCopied] = useState(false)
  if (link === null) return <Alert tone="success">{t('sent', { email })}</Alert>
  const copy = () => navigator.clipboard.writeText(link).then(() => setCopied(true))
  return (
    <Alert
      tone="success"
      title={t('linkTitle')}
      action={
        <Button size="small" variant="secondary" onClick={copy}>
          {t(copied ? 'copied' : 'copy')}
        </Button>
      }
    >
      <code className="wrap-anywhere">{link}</code>
      <p className="mt-1">{t('linkText')}</p>
    </Alert>
  )
}
