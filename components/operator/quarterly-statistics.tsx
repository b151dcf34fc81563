import { useTranslations } from 'next-intl'
import { Card, CardHeader } from '#components/ui/card.tsx'

/** Files with the statistics of the last quarters, newest first. */
export function QuarterlyStatistics({ quarters }: { quarters: readonly string[] }) {
  const t = useTranslations('operator.statistics')
  return (
    <Card className="mt-6" aria-labelledby="statistics">
      <CardHeader id="statistics" title={t('title')} description={t('text')} />
      <ul className="mt-4 divide-y divide-line">
        {quarters.map(quarter => (
          <li key={quarter} className="flex items-baseline gap-x-5 py-2.5">
            <span className="tabular flex-1">{quarter}</span>
            {(['csv', 'json'] as const).map(format => (
              <a
                key={format}
                className="link"
                href={`/api/operator/statistics?quarter=${quarter}&format=${format}`}
                aria-label={t('download', { quarter, format: format.toUpperCase() })}
              >
                {format.toUpperCase()}
              </a>
            ))}
          </li>
        ))}
      </ul>
    </Card>
  )
}
