import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Badge } from '#components/ui/badge.tsx'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { BankView } from '#lib/views/banking.ts'

/** Stays at the end of a line that breaks there. */
const dot = '\u00a0· '

/** One bank of the directory: the whole card is one link. */
export function BankCard({ bank, connected }: { bank: BankView; connected: boolean }) {
  const t = useTranslations('link')
  return (
    <Link
      href={`/link/${encodeURIComponent(bank.code)}`}
      data-bank-card
      className="group flex h-full items-start gap-4 rounded-2xl border border-line bg-surface p-5 transition-[border-color,box-shadow] duration-150 hover:border-brand hover:shadow-lift focus-visible:border-brand"
    >
      <BankLogo bank={bank} size="large" />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="wrap-anywhere text-lg font-semibold leading-snug">{bank.name}</span>
          {connected ? <Badge tone="brand">{t('directory.connected')}</Badge> : null}
        </span>
        <span className="mt-0.5 block text-[0.9375rem] text-soft">
          <span className="tabular whitespace-nowrap">{t('directory.code', { code: bank.code })}</span>
          {[bank.group, bank.city].filter(Boolean).map(word => `${dot}${word}`)}
        </span>
      </span>
      <Icon
        name="chevronRight"
        className="mt-4 size-5 shrink-0 text-control transition-[translate,color] duration-150 group-hover:translate-x-0.5 group-hover:text-brand"
      />
    </Link>
  )
}
