'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useTransition } from 'react'
import { useAction } from '#components/actions/use-action.tsx'
import { ProblemNote } from '#components/failures/problem-note.tsx'
import { sendJson } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { closureOf } from '#lib/domain/accounts/closure.ts'
import type { ProgressView } from '#lib/views/banking.ts'

/** Refreshes the connection in the person's presence, which no quota limits (document 1, Limits), and announces the result. */
export function RefreshButton({
  connectionId,
  running,
}: {
  connectionId: string /** What is said meanwhile. */
  running: string
}) {
  const t = useTranslations('accounts.refresh')
  const router = useRouter()
  const [redrawing, startRedraw] = useTransition()
  const action = useAction<ProgressView>('nothing')
  // A failed refresh may have read some accounts.
  const reread = () => startRedraw(() => router.refresh())
  const refresh = () =>
    action.run(() => sendJson<ProgressView>('POST', `/api/connections/${connectionId}/refresh`).finally(reread))
  const busy = action.pending || redrawing
  const failed =
    action.result?.accounts.filter(account => account.state === 'failed' && closureOf(account) === null).length ?? 0
  const ended = failed > 0 ? t('partly', { count: failed }) : t('done')
  // Another one was under way, in a second window or in the background.
  const outcome = action.result?.running ? running : ended
  return (
    <div className="flex min-w-0 flex-col items-start gap-3">
      <Button
        variant="secondary"
        loading={busy}
        icon={<Icon name="refresh" className="size-4.5" />}
        onClick={() => refresh()}
      >
        {busy ? running : t('action')}
      </Button>
      <p role="status" className="text-sm text-soft empty:hidden">
        {busy ? <span className="sr-only">{running}</span> : action.done ? outcome : null}
      </p>
      {action.problem && !busy ? <ProblemNote error={action.problem} title={t('failed')} /> : null}
    </div>
  )
}
