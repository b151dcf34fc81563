'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { ConfirmedAction } from '#components/actions/confirmed.tsx'
import { useList } from '#components/format/use-list.ts'
import { sendOnly } from '#components/query/fetch-json.ts'
import { useTeamFault } from './member-list.tsx'

type LeavePanelProps = { organisation: string; name: string; keys: readonly string[] }

/** Leaves an organisation after a question, which names the API keys that end; tells the last owner why they can't. */
export function LeavePanel({ organisation, name, keys }: LeavePanelProps) {
  const t = useTranslations('merchant.team')
  const router = useRouter()
  const list = useList()
  const ending =
    keys.length === 0
      ? ''
      : ` ${t('leaveKeys', { count: keys.length, keys: list(keys.map(key => t('keyName', { name: key }))) })}`
  return (
    <ConfirmedAction
      start={t('leave', { name })}
      ask={`${t('leaveAsk', { name })}${ending}`}
      yes={t('leaveYes')}
      no={t('removeNo')}
      act={() => sendOnly('DELETE', `/api/merchant/members?organisation=${organisation}`)}
      faults={useTeamFault()}
      onDone={() => router.push('/home')}
    />
  )
}
