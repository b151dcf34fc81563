'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { ActionNote } from '#components/actions/note.tsx'
import { useAction } from '#components/actions/use-action.ts'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { useTeamFault } from './member-list.tsx'

/** Leaves an organisation; tells the last owner why they can't. */
export function LeavePanel({ organisation, name }: { organisation: string; name: string }) {
  const t = useTranslations('merchant.team')
  const router = useRouter()
  const action = useAction()
  const faultOf = useTeamFault()
  const leave = async () => {
    const left = await action.run(() => sendOnly('DELETE', `/api/merchant/members?organisation=${organisation}`))
    if (left) router.push('/home')
  }
  return (
    <div className="grid gap-3">
      <div>
        <Button variant="destroy" onClick={leave} loading={action.pending}>
          {t('leave', { name })}
        </Button>
      </div>
      <ActionNote action={action} faultOf={faultOf} />
    </div>
  )
}
