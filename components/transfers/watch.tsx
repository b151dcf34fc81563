'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { readJson } from '#components/query/fetch-json.ts'
import { Spinner } from '#components/ui/button.tsx'
import type { TransferProgressView } from '#lib/views/transfer.ts'

/** Asks quickly at first, then less and less often: a page that is left open costs little. */
const gapsMs = [1_500, 1_500, 2_000, 3_000, 5_000, 8_000, 15_000, 30_000]

/** Watches a transfer while something is under way, redraws the page when it has moved, and says so; without a script the browser loads it again. */
export function TransferWatch({ progress }: { progress: TransferProgressView }) {
  const t = useTranslations('transfers.result')
  const router = useRouter()
  const [hasChanged, setHasChanged] = useState(false)
  const shown = useRef(progress.version)
  const { data = progress } = useQuery({
    queryKey: ['transfer', progress.id],
    queryFn: ({ signal }) =>
      readJson(
        `/api/transfers/${progress.id}`,
        () => import('#lib/views/transfer.ts').then(views => views.TransferProgressView),
        signal,
      ),
    initialData: progress,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) =>
      state.data?.isUnsettled === false
        ? false
        : (gapsMs[Math.min(state.dataUpdateCount, gapsMs.length - 1)] ?? 30_000),
  })
  useEffect(() => {
    if (data.version === shown.current) return
    shown.current = data.version
    setHasChanged(true)
    router.refresh()
  }, [data.version, router])
  // It is heard from the start, and takes room once it says something.
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
