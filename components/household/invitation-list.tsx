'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'next-intl'
import { useAction } from '#components/actions/use-action.ts'
import { ProblemNote } from '#components/failures/problem-note.tsx'
import { formatDate } from '#components/format/date-text.ts'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import type { HouseholdView } from '#lib/views/household.ts'
import { invitationOf } from './invite-form.tsx'

type Invitation = HouseholdView['invitations'][number]

/** Invitations that were not accepted. */
export function InvitationList({ invitations }: { invitations: readonly Invitation[] }) {
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
  const client = useQueryClient()
  const reread = () => client.invalidateQueries({ queryKey: ['household'] })
  const { id, email, state, mail, expiresAt } = invitation
  const withdrawing = useAction(reread)
  const inviting = useAction(reread)
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
