import { useLocale, useTranslations } from 'next-intl'
import { DateText } from '#components/format/value.tsx'
import { Badge } from '#components/ui/card.tsx'
import { Link } from '#components/ui/link.tsx'
import type { AppClientLine } from '#lib/views/operator-app.ts'
import { DataCard, formatCount } from './data-table.tsx'

/** Its own, or of all programs that people set up themselves. */
export function ClientName({ client: { kind, name } }: { client: AppClientLine }) {
  const t = useTranslations('operatorApps.kinds')
  return kind === 'oauth' ? <bdi>{name}</bdi> : t(kind)
}

/** Each name leads to its page. */
export function AppClientTable({ clients }: { clients: readonly AppClientLine[] }) {
  const t = useTranslations('operatorApps')
  const locale = useLocale()
  return (
    <DataCard
      caption={t('title')}
      empty={null}
      rows={clients}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'name',
          head: t('name'),
          wide: true,
          cell: client => (
            <Link href={`/operator/apps/${client.id}`} className="link font-medium">
              <ClientName client={client} />
            </Link>
          ),
        },
        { key: 'state', head: t('state'), cell: client => <ClientBadge client={client} /> },
        { key: 'people', head: t('people'), end: true, cell: ({ people }) => formatCount(people, locale) },
        { key: 'readings', head: t('readings'), end: true, cell: ({ readings }) => formatCount(readings, locale) },
        {
          key: 'lastRead',
          head: t('lastRead'),
          cell: ({ lastReadAt }) => (lastReadAt === null ? t('never') : <DateText value={lastReadAt} style="moment" />),
        },
        { key: 'hosts', head: t('hosts'), wide: true, cell: ({ hosts }) => hosts.join(', ') },
      ]}
    />
  )
}

export function ClientBadge({ client: { suspended, people } }: { client: AppClientLine }) {
  const t = useTranslations('operatorApps')
  if (suspended !== null) return <Badge tone="danger">{t('suspended')}</Badge>
  return people > 0 ? <Badge tone="success">{t('active')}</Badge> : <Badge tone="neutral">{t('unused')}</Badge>
}
