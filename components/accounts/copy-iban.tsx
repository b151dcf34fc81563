'use client'

import { Check, Copy } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'

/** Copies the IBAN without its spaces, as payment forms require. */
export function CopyIban({ iban }: { iban: string }) {
  const t = useTranslations('accounts')
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed' | null>(null)
  async function copy() {
    const done = await navigator.clipboard.writeText(iban.replace(/\s/g, '')).then(
      () => true,
      () => false,
    )
    setOutcome(done ? 'copied' : 'copyFailed')
  }
  const Icon = outcome === 'copied' ? Check : Copy
  return (
    <>
      <button
        type="button"
        onClick={copy}
        aria-label={t('copyIban')}
        title={t('copyIban')}
        className="-my-2 inline-grid size-11 shrink-0 place-items-center rounded-xl text-soft transition-colors hover:bg-sunken hover:text-ink"
      >
        <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.7} />
      </button>
      <span role="status" className={outcome === 'copyFailed' ? 'text-sm text-danger' : 'sr-only'}>
        {outcome ? t(outcome) : ''}
      </span>
    </>
  )
}
