'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { ProblemNote } from '#components/connections/problem-note.tsx'
import { readJson, sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { Dialog, DialogClose } from '#components/ui/dialog.tsx'
import type { HouseholdView } from '#lib/domain/household-view.ts'
import { InvitationList } from './invitation-list.tsx'
import { InviteForm } from './invite-form.tsx'
import { MemberCard } from './member-card.tsx'

const loadSchema = () => import('#lib/domain/household-view.ts').then(views => views.HouseholdView)

export const householdKey = ['household'] as const

/** Who is in it, what each shows the other, who is invited, and the way out. */
export function HouseholdBoard({ initial }: { initial: HouseholdView }) {
  const { data: household } = useQuery({
    queryKey: householdKey,
    queryFn: ({ signal }) => readJson('/api/household', loadSchema, signal),
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
  const leave = useMutation({
    mutationFn: () => sendOnly('POST', '/api/household/leave'),
    onSuccess: () => client.invalidateQueries(),
  })
  return (
    <Card aria-labelledby="leave-title">
      <CardHeader id="leave-title" title={t('title')} description={t('text')} />
      {leave.isError ? <ProblemNote error={leave.error} title={t('failed')} /> : null}
      <div className="mt-4">
        <Dialog
          trigger={<Button variant="danger">{t('action')}</Button>}
          title={t('sure')}
          description={t('text')}
          closeLabel={t('close')}
          actions={
            <>
              <DialogClose render={<Button variant="secondary">{t('cancel')}</Button>} />
              <Button variant="danger" loading={leave.isPending} onClick={() => leave.mutate()}>
                {t('confirm')}
              </Button>
            </>
          }
        />
      </div>
    </Card>
  )
}
