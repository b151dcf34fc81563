'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { usePolled } from '#components/query/use-polled.ts'
import type { OrderView } from '#lib/views/payment.ts'

type PaymentWatchProps = Pick<OrderView, 'id' | 'kind' | 'status'> & { organisation: string; events: number }

/** Polls every few seconds while a payment or a refund can change, and refreshes the page if it did; the new status is announced. */
export function PaymentWatch({ id, organisation, kind, status, events }: PaymentWatchProps) {
  const t = useTranslations('merchant')
  const refunds = useTranslations('reconciliation.refunds')
  const router = useRouter()
  const { view: data } = usePolled<OrderView | null>(
    `/api/merchant/payments/${id}?organisation=${organisation}`,
    null,
    () => 4_000,
  )
  const latest = data?.timeline.length ?? events
  useEffect(() => {
    if (latest > events) router.refresh()
  }, [latest, events, router])
  return (
    <p role="status" className="text-sm text-faint">
      {data && data.status !== status
        ? t('live.changed', {
            status: kind === 'refund' ? refunds(`statuses.${data.status}`) : t(`statuses.${data.status}`),
          })
        : kind === 'refund'
          ? refunds('watching')
          : t('live.watching')}
    </p>
  )
}
