'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useTransition } from 'react'
import { sendJson } from '#components/query/fetch-json.ts'
import { Spinner } from '#components/ui/button.tsx'

const loadSchema = () => import('#lib/views/banking.ts').then(views => views.ProgressView)

/**
 * Reads accounts anew once the bank has executed a transfer, in the presence of the person who looks at it; once for each visit. One
 * that can't be read now is read by its next refresh, which is what `otherwise` says.
 */
export function ReadAfterExecution({
  connectionIds,
  otherwise,
}: {
  connectionIds: readonly string[]
  otherwise: string
}) {
  const t = useTranslations('transfers.result')
  const router = useRouter()
  const [redrawing, startRedraw] = useTransition()
  const begun = useRef(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      Promise.allSettled(connectionIds.map(id => sendJson('POST', `/api/connections/${id}/refresh`, loadSchema))),
    onSettled: () => startRedraw(() => router.refresh()),
  })
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    mutate()
  }, [mutate])
  return (
    <span role="status" className="flex items-center gap-2">
      {isPending || redrawing ? (
        <>
          <Spinner className="motion-reduce:animate-none" />
          {t('readingAccounts')}
        </>
      ) : (
        otherwise
      )}
    </span>
  )
}
