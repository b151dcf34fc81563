'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { Button } from '#components/ui/button.tsx'

type SummaryBarProps = {
  summary: string
  isFirst: boolean
  ticked: number
  changes: number
  busy: boolean
  onReset: () => void
}

/**
 * The choice in a sentence, and the button to send it. On a high enough screen the button sticks to the bottom, in one line;
 * on a low one (200 % zoom) it would cover the boxes.
 */
export function SummaryBar({ summary, isFirst, ticked, changes, busy, onReset }: SummaryBarProps) {
  const t = useTranslations('consent')
  const empty = ticked === 0
  const idle = isFirst ? empty : changes === 0
  const status = isFirst
    ? t('ticked', { count: ticked })
    : changes === 0
      ? t('unchanged')
      : t('changes', { count: changes })
  return (
    <>
      {isFirst && empty ? null : (
        <p className="mt-6 rounded-2xl bg-brand-tint px-5 py-4 text-brand-ink noscript:hidden">{summary}</p>
      )}
      <section
        data-dock
        aria-label={t('stickyLabel')}
        className="z-10 mt-4 flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-2xl border border-line bg-surface p-3 shadow-lift tall:sticky tall:bottom-[calc(4rem+env(safe-area-inset-bottom))] sm:px-5 tall:lg:bottom-4"
      >
        <noscript>
          <p className="mb-3 text-sm">{t('noScriptText')}</p>
          <Button type="submit">{t('noScriptReview')}</Button>
        </noscript>
        <p
          id="consent-status"
          className="min-w-0 text-sm text-soft max-sm:w-full sm:flex-1 sm:text-base noscript:hidden"
        >
          {status}
        </p>
        <div className="flex flex-1 flex-row-reverse flex-wrap gap-2 sm:flex-none noscript:hidden">
          <Button
            type="submit"
            loading={busy && !(isFirst && empty)}
            disabled={idle}
            aria-describedby="consent-status"
            className="flex-1 whitespace-nowrap"
          >
            {busy ? t(isFirst ? 'sending' : 'comparing') : t(isFirst ? 'send' : 'review')}
          </Button>
          {isFirst && empty ? (
            <Button
              type="submit"
              variant="quiet"
              loading={busy}
              className="flex-1 whitespace-nowrap underline underline-offset-4"
            >
              {t('sendNothing')}
            </Button>
          ) : idle || isFirst ? null : (
            <Button variant="quiet" onClick={onReset} className="flex-1">
              {t('reset')}
            </Button>
          )}
        </div>
        <LateStatus text={summary} />
      </section>
    </>
  )
}

/** Announced a moment after the last tick, not at every one. */
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
