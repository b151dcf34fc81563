'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'next-intl'
import { lazy, Suspense, useState } from 'react'
import { useForm } from '#components/actions/form.tsx'
import { FreshNote } from '#components/actions/fresh-note.tsx'
import { useAction } from '#components/actions/use-action.tsx'
import { ProblemNote } from '#components/failures/note.tsx'
import { formatDate } from '#components/format/text.ts'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Alert, Badge, Card } from '#components/ui/card.tsx'
import { TextField } from '#components/ui/field.tsx'
import { ScriptedForm } from '#components/ui/scripted.tsx'
import type { HouseholdView } from '#lib/views/household.ts'
import { MemberCard } from './member-card.tsx'

/** Loaded on demand, because few people leave. */
const LeaveDialog = lazy(async () => ({ default: (await import('./leave-dialog.tsx')).LeaveDialog }))

/** The household: its members, what they share, invitations, and leaving it. */
export function HouseholdBoard({ household, isFresh }: { household: HouseholdView; isFresh: boolean }) {
  const inOne = household.members.length > 0
  return (
    <div className="stack gap-6">
      {household.members.map(member => (
        <MemberCard key={member.id} member={member} accounts={household.accounts} />
      ))}
      <InviteForm full={household.full} isFresh={isFresh} />
      {household.invitations.length > 0 ? <InvitationList invitations={household.invitations} /> : null}
      {inOne ? <LeaveSection /> : null}
    </div>
  )
}

function LeaveSection() {
  const t = useTranslations('household.leave')
  const client = useQueryClient()
  const [asked, setAsked] = useState(false)
  const [open, setOpen] = useState(false)
  const leaving = useAction()
  const leave = () =>
    leaving.run(() => sendOnly('POST', '/api/household/leave').finally(() => client.invalidateQueries()))
  const ask = () => {
    setAsked(true)
    setOpen(true)
  }
  return (
    <Card titleId="leave-title" title={t('title')} text={t('text')}>
      {leaving.problem ? <ProblemNote error={leaving.problem} title={t('failed')} /> : null}
      <div className="mt-4">
        <Button variant="danger" aria-haspopup="dialog" onClick={ask}>
          {t('action')}
        </Button>
      </div>
      {asked ? (
        <Suspense>
          <LeaveDialog open={open} onOpenChange={setOpen} leaving={leaving.pending} onLeave={leave} />
        </Suspense>
      ) : null}
    </Card>
  )
}

type Invitation = HouseholdView['invitations'][number]

/** Invitations that were not accepted. */
function InvitationList({ invitations }: { invitations: readonly Invitation[] }) {
  const t = useTranslations('household.invitations')
  return (
    <Card flush aria-labelledby="invitations-title">
      <h2 id="invitations-title" className="border-b border-line px-5 py-4 text-lg font-semibold sm:px-6">
        {t('title')}
      </h2>
      <ul className="divide-y divide-line">
        {invitations.map(invitation => (
          <li key={invitation.id}>
            <Row invitation={invitation} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Row({ invitation }: { invitation: Invitation }) {
  const t = useTranslations('household.invitations')
  const locale = useLocale()
  const { id, email, state, mail, expiresAt } = invitation
  const withdrawing = useAction()
  const inviting = useAction()
  const open = state === 'open'
  const error = withdrawing.problem ?? inviting.problem
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-4 sm:px-6">
      <div className="min-w-0">
        <p className="wrap-anywhere font-medium">{email}</p>
        <p className="mt-0.5 flex flex-wrap items-center gap-2 text-sm text-soft">
          {open ? t('open', { date: formatDate(expiresAt, locale, 'long') }) : <Badge>{t(state)}</Badge>}
          {open && (mail === 'due' || mail === 'failed') ? <Badge tone="warning">{t(mail)}</Badge> : null}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {mail === 'off' ? null : (
          <Button
            size="small"
            variant="secondary"
            aria-label={t('again', { email })}
            loading={inviting.pending}
            onClick={() => inviting.run(() => invitationOf(email))}
          >
            {t('againShort')}
          </Button>
        )}
        {open ? (
          <Button
            size="small"
            variant="quiet"
            aria-label={t('withdraw', { email })}
            loading={withdrawing.pending}
            onClick={() => withdrawing.run(() => sendOnly('DELETE', `/api/household/invites/${id}`))}
          >
            {t('withdrawShort')}
          </Button>
        ) : null}
      </div>
      {error ? (
        <div className="w-full">
          <ProblemNote error={error} />
        </div>
      ) : null}
    </div>
  )
}

/** Message keys for the faults of an invitation, by the field that a refusal names. */
const faults = { email: 'wrong', 'email.member': 'member', 'household.full': 'full' } as const

function invitationOf(email: string) {
  return sendOnly('POST', '/api/household/invites', { email })
}

function InviteForm({ full, isFresh }: { full: boolean; isFresh: boolean }) {
  const t = useTranslations('household.invite')
  const form = useForm({
    send: async text => {
      await invitationOf(text('email'))
      return text('email')
    },
    clears: true,
  })
  const fault = Object.entries(faults).find(([name]) => name === form.fields[0])?.[1]
  return (
    <Card titleId="invite-title" title={t('title')} text={full ? t('full') : t('text')}>
      {full || isFresh ? null : (
        <div className="mt-4">
          <FreshNote next="/household#invite-title" />
        </div>
      )}
      {full ? null : (
        <ScriptedForm
          autoComplete="off"
          onSubmit={form.submit}
          noValidate
          className="mt-4 flex flex-wrap items-start gap-3"
        >
          <TextField
            id="invite-email"
            name="email"
            label={t('email')}
            type="email"
            inputMode="email"
            maxLength={254}
            error={fault ? t(fault) : undefined}
            className="min-w-0 flex-1 basis-64"
          />
          <Button type="submit" loading={form.pending} className="w-full sm:mt-7.5 sm:w-auto">
            {t('submit')}
          </Button>
        </ScriptedForm>
      )}
      {form.problem && !fault ? (
        <div className="mt-4">
          <ProblemNote error={form.problem} title={t('failed')} />
        </div>
      ) : null}
      <div role="status" className="mt-4 empty:hidden">
        {form.result ? <Alert tone="success">{t('sent', { email: form.result })}</Alert> : null}
        {fault ? <span className="sr-only">{t(fault)}</span> : null}
      </div>
    </Card>
  )
}
