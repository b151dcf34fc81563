import { useLocale, useTranslations } from 'next-intl'
import { formatDate } from '#components/format/text.ts'
import { Card } from '#components/ui/card.tsx'
import { Link } from '#components/ui/link.tsx'
import type { ShareView } from '#lib/views/household.ts'

/** Members of the household who see accounts of a connection, since when, and when they last looked. */
export function Lookers({ lookers }: { lookers: readonly (ShareView & { name: string })[] }) {
  const t = useTranslations('household.lookers')
  const locale = useLocale()
  return (
    <Card aria-labelledby="lookers-title">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="lookers-title" className="text-lg font-semibold">
          {t('title')}
        </h2>
        <Link href="/household" className="link inline-flex min-h-6 items-center text-sm">
          {t('manage')}
        </Link>
      </div>
      {lookers.length === 0 ? <p className="mt-1 text-sm text-soft">{t('none')}</p> : null}
      <ul className="mt-2 grid gap-2 empty:hidden">
        {lookers.map(({ id, accountName, name, since, level, seenAt }) => (
          <li key={id}>
            {t('line', { account: accountName, name, date: formatDate(since, locale, 'long') })}
            <span className="block text-sm text-soft">
              {t(`level.${level}`)} ·{' '}
              {seenAt ? t('seen', { when: formatDate(seenAt, locale, 'moment') }) : t('neverSeen')}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
