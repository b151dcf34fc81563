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
    <Card
      titleId="lookers-title"
      title={t('title')}
      action={
        <Link href="/household" className="link inline-flex min-h-6 items-center text-sm">
          {t('manage')}
        </Link>
      }
    >
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
