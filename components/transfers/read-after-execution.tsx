'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { useAction } from '#components/actions/use-action.ts'
import { sendJson } from '#components/query/fetch-json.ts'
import { Spinner } from '#components/ui/button.tsx'
import type { ProgressView } from '#lib/views/banking.ts'

/**
 * Refreshes accounts after the bank has executed a transfer, in the person's presence and once per visit. An account that can't
 * be read now is read by its next refresh, as `otherwise` says.
 */
export function ReadAfterExecution({
  connectionIds,
  otherwise,
}: {
  connectionIds: readonly string[]
  otherwise: string
}) {
  const t = useTranslations('transfers.result')
  const begun = useRef(false)
  const { run, pending } = useAction()
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void run(() =>
      Promise.allSettled(connectionIds.map(id => sendJson<ProgressView>('POST', `/api/connections/${id}/refresh`))),
    )
  })
  return (
    <span role="status" className="flex items-center gap-2">
      {pending ? (
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
