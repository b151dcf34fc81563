import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import type { ApiMode } from '#lib/domain/merchant/api-key.ts'

type NoPaymentsProps = { mode: ApiMode; mayWrite: boolean; isStopped: boolean; more?: ReactNode }

/** Before the first payment: how it can be asked for, if the member may. */
export function NoPayments({ mode, mayWrite, isStopped, more }: NoPaymentsProps) {
  const t = useTranslations('merchant.overview')
  const action = (
    <>
      {mayWrite && !isStopped ? <ButtonLink href="/links/new">{t('firstLink')}</ButtonLink> : null}
      {more}
    </>
  )
  const asks = isStopped ? 'firstStopped' : mode === 'test' ? 'firstText' : 'firstLive'
  return (
    <EmptyState title={t(mode === 'test' ? 'firstTest' : 'firstTitle')} action={action}>
      <p>{t(mayWrite ? asks : 'firstReader')}</p>
    </EmptyState>
  )
}
