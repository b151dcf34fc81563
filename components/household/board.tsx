'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { lazy, Suspense, useState } from 'react'
import { useAction } from '#components/actions/use-action.ts'
import { ProblemNote } from '#components/failures/problem-note.tsx'
import { readJson, sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import type { HouseholdView } from '#lib/views/household.ts'
import { InvitationList } from './invitation-list.tsx'
import { InviteForm } from './invite-form.tsx'
import { MemberCard } from './member-card.tsx'

/** Loaded on demand, because few people leave. */
const LeaveDialog = lazy(async () => ({ default: (await import('./leave-dialog.tsx')).LeaveDialog }))

export const householdKey = ['household'] as const

/** The household: its members, what they share, invitations, and leaving it. */
export function HouseholdBoard({ initial }: { initial: HouseholdView }) {
  const { data: household } = useQuery({
    queryKey: householdKey,
    queryFn: ({ signal }) => readJson<HouseholdView>('/api/household', signal),
    initialData: initial,
  })
  const inOne = household.members.length > 0
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {household.members.map(member => (
        <MemberCard key={member.id} member={member} accounts={household.accounts} />
      ))}
      <InviteForm full={household.full} />
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
  const leaving = useAction(() => client.invalidateQueries())
  const leave = () => leaving.run(() => sendOnly('POST', '/api/household/leave'))
  const ask = () => {
    setAsked(true)
    setOpen(true)
  }
  return (
    <Card aria-labelledby="leave-title">
      <CardHeader id="leave-title" title={t('title')} description={t('text')} />
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
