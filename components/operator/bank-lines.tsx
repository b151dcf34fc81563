import { useLocale, useTranslations } from 'next-intl'
import { Badge } from '#components/ui/badge.tsx'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { Card } from '#components/ui/card.tsx'
import { Link } from '#components/ui/link.tsx'
import type { BankHealthView } from '#lib/views/bank-health.ts'
import type { BankLine } from '#lib/views/operator.ts'
import { formatCount, formatMs, formatShare } from './numbers.ts'

/** All banks, one row each, with their health and their last hour. */
export function BankLines({ lines, health }: { lines: readonly BankLine[]; health: readonly BankHealthView[] }) {
  const t = useTranslations('operator.banks')
  return (
    <Card flush>
      <ul className="divide-y divide-line">
        {lines.map(line => (
          <li
            key={line.code}
            className="relative flex flex-wrap items-center gap-x-5 gap-y-3 px-5 py-4 hover:bg-sunken sm:px-6"
          >
            <BankLogo bank={line} />
            <div className="min-w-0 flex-1 basis-48">
              <h2 className="font-semibold">
                <Link href={`/operator/banks/${line.code}`} className="after:absolute after:inset-0">
                  {line.name}
                </Link>
              </h2>
              <p className="tabular text-sm text-soft">
                {line.code} · {line.platform} · {t('version', { version: line.aisVersion })}
              </p>
            </div>
            <BankState line={line} health={health.find(({ code }) => code === line.code)} />
            <BankNumbers line={line} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function BankState({ line, health }: { line: BankLine; health: BankHealthView | undefined }) {
  const t = useTranslations('operator.banks')
  if (!line.enabled) return <Badge>{t('disabled')}</Badge>
  const state = health?.state ?? 'up'
  return (
    <span className="flex gap-2">
      <Badge tone={state === 'up' ? 'success' : state === 'probing' ? 'warning' : 'danger'}>
        {t(`state.${state}`)}
      </Badge>
      {line.resting > 0 ? <Badge tone="warning">{t('resting', { count: line.resting })}</Badge> : null}
      {health?.fallback.allowed ? <Badge tone="warning">{t('fallbackOn')}</Badge> : null}
    </span>
  )
}

function BankNumbers({ line }: { line: BankLine }) {
  const t = useTranslations('operator.banks')
  const locale = useLocale()
  const facts = [
    [t('availability'), line.availability === null ? t('noCalls') : formatShare(line.availability, locale)],
    [t('p95'), line.p95Ms === null ? '–' : formatMs(line.p95Ms, locale)],
    [t('callsHour'), formatCount(line.calls, locale)],
    [t('connections'), formatCount(line.connections, locale)],
  ] as const
  return (
    <dl className="grid w-full grid-cols-4 gap-x-5 text-sm sm:w-108">
      {facts.map(([term, value]) => (
        <div key={term} className="flex flex-col">
          <dt className="text-[0.8125rem] text-soft">{term}</dt>
          <dd className="tabular font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
