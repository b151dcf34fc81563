'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { readJson } from '#components/query/fetch-json.ts'

/** Ours have this form; others are not asked about. */
const ourForm = /^[0-9A-F]{32}$/

/** Beside the end-to-end id of a line: the person's own transfer that it is, when it is one. */
export function RecognisedTransfer({ endToEndId }: { endToEndId: string }) {
  const t = useTranslations('transactions')
  const { data } = useQuery({
    queryKey: ['recognised', endToEndId],
    queryFn: ({ signal }) =>
      readJson(
        `/api/transfers/recognised?endToEndId=${encodeURIComponent(endToEndId)}`,
        () => import('#lib/views/transfer.ts').then(views => views.RecognisedView),
        signal,
      ),
    enabled: ourForm.test(endToEndId),
    retry: false,
  })
  if (!data?.orderId) return null
  return (
    <Link href={`/transfers/${data.orderId}`} prefetch={false} className="link block">
      {t('ownTransfer')}
    </Link>
  )
}
