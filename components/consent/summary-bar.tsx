'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { Button } from '#components/ui/button.tsx'

type SummaryBarProps = {
  summary: string
  isFirst: boolean
  changes: number
  empty: boolean
  busy: boolean
  onReset: () => void
}

/** Stays in view however many accounts there are: what would be sent, and the way to send it. */
export function SummaryBar({ summary, isFirst, changes, empty, busy, onReset }: SummaryBarProps) {
  const t = useTranslations('consent')
  const idle = !isFirst && changes === 0
  return (
    <section
      aria-label={t('stickyLabel')}
      className="sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-10 mt-6 flex flex-col gap-3 rounded-2xl border border-line bg-surface p-3.5 shadow-lift sm:p-5 md:flex-row md:items-center md:gap-6 lg:bottom-4"
    >
      <noscript>
        <p className="mb-3 text-sm">{t('noScriptText')}</p>
        <Button type="submit">{t('noScriptReview')}</Button>
      </noscript>
      <div className="min-w-0 flex-1 noscript:hidden">
        <p className="text-sm sm:text-base">{summary}</p>
        {isFirst ? null : (
          <p className="mt-0.5 text-sm text-soft">
            {changes === 0 ? t('unchanged') : t('changes', { count: changes })}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2 md:flex-col lg:flex-row noscript:hidden">
        {idle || isFirst ? null : (
          <Button variant="quiet" onClick={onReset} className="flex-1">
            {t('reset')}
          </Button>
        )}
        <Button type="submit" loading={busy} disabled={idle} className="flex-1 whitespace-nowrap">
          {busy ? t(isFirst ? 'sending' : 'comparing') : t(isFirst ? (empty ? 'sendNothing' : 'send') : 'review')}
        </Button>
      </div>
      <LateStatus text={summary} />
    </section>
  )
}

/** Read out once the boxes have come to rest, not at every tick. */
function LateStatus({ text }: { text: string }) {
  const [said, setSaid] = useState('')
  const [first] = useState(text)
  useEffect(() => {
    if (text === first && said === '') return
    const timer = setTimeout(() => setSaid(text), 700)
    return () => clearTimeout(timer)
  }, [text, first, said])
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}
