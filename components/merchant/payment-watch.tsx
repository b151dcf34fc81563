'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { readJson } from '#components/query/fetch-json.ts'
import type { OrderStatus } from '#lib/domain/payments/order.ts'

type PaymentWatchProps = { id: string; organisation: string; status: OrderStatus; events: number }

/** Polls every few seconds while a payment can change, and refreshes the page if it did; the new status is announced. */
export function PaymentWatch({ id, organisation, status, events }: PaymentWatchProps) {
  const t = useTranslations('merchant')
  const router = useRouter()
  const { data } = useQuery({
    queryKey: ['merchant-payment', organisation, id],
    queryFn: ({ signal }) =>
      readJson(
        `/api/merchant/payments/${id}?organisation=${organisation}`,
        () => import('#lib/views/payment.ts').then(views => views.OrderView),
        signal,
      ),
    refetchInterval: 4_000,
    staleTime: 0,
  })
  const latest = data?.timeline.length ?? events
  useEffect(() => {
    if (latest > events) router.refresh()
  }, [latest, events, router])
  return (
    <p role="status" className="text-sm text-faint">
      {data && data.status !== status
        ? t('live.changed', { status: t(`statuses.${data.status}`) })
        : t('live.watching')}
    </p>
  )
}
