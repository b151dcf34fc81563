'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { useAction } from '#components/actions/use-action.tsx'
import { sendJson } from '#components/query/fetch-json.ts'
import { usePolled } from '#components/query/use-polled.ts'
import { Spinner } from '#components/ui/button.tsx'
import type { ProgressView } from '#lib/views/banking.ts'
import type { TransferProgressView } from '#lib/views/transfer.ts'

/** Intervals between polls, growing so that a page left open costs little. */
const gapsMs = [1_500, 1_500, 2_000, 3_000, 5_000, 8_000, 15_000, 30_000]

/** Polls a transfer while something is under way, refreshes and announces changes; without a script the browser reloads the page. */
export function TransferWatch({ progress }: { progress: TransferProgressView }) {
  const t = useTranslations('transfers.result')
  const router = useRouter()
  const [hasChanged, setHasChanged] = useState(false)
  const shown = useRef(progress.version)
  const { view: data } = usePolled(`/api/transfers/${progress.id}`, progress, ({ isUnsettled }, times) =>
    isUnsettled ? (gapsMs[times] ?? 30_000) : null,
  )
  useEffect(() => {
    if (data.version === shown.current) return
    shown.current = data.version
    setHasChanged(true)
    router.refresh()
  }, [data.version, router])
  // Present from the start for screen readers, but takes up space only once it has text.
  const isSilent = !data.isUnsettled && !hasChanged
  return (
    <>
      {progress.isUnsettled ? (
        <noscript>
          <meta httpEquiv="refresh" content="5" />
        </noscript>
      ) : null}
      <p aria-live="polite" className={isSilent ? 'sr-only' : 'flex min-h-6 items-center gap-2 text-sm text-soft'}>
        {data.isUnsettled ? <Spinner className="motion-reduce:animate-none" /> : null}
        {hasChanged ? t('changed') : null} {data.isUnsettled ? t('checking') : null}
      </p>
    </>
  )
}

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
