import { useLocale, useTranslations } from 'next-intl'
import { DateText } from '#components/format/value.tsx'
import { Badge } from '#components/ui/card.tsx'
import { Link } from '#components/ui/link.tsx'
import type { AppClientLine, AppKindLine } from '#lib/views/operator-app.ts'
import { DataCard, formatCount } from './data-table.tsx'

/** Programs that registered themselves; each name leads to its page. */
export function AppClientTable({ clients }: { clients: readonly AppClientLine[] }) {
  const t = useTranslations('operatorApps')
  const locale = useLocale()
  return (
    <DataCard
      caption={t('caption')}
      empty={t('none')}
      rows={clients}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'name',
          head: t('name'),
          wide: true,
          cell: ({ id, name }) => (
            <Link href={`/operator/apps/${id}`} className="link font-medium">
              <bdi>{name}</bdi>
            </Link>
          ),
        },
        { key: 'state', head: t('state'), cell: client => <ClientBadge client={client} /> },
        { key: 'people', head: t('people'), end: true, cell: ({ people }) => formatCount(people, locale) },
        { key: 'readings', head: t('readings'), end: true, cell: ({ readings }) => formatCount(readings, locale) },
        { key: 'lastRead', head: t('lastRead'), cell: ({ lastReadAt }) => <LastRead at={lastReadAt} /> },
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

/** How many people use which way. */
export function AppKindTable({ kinds }: { kinds: readonly AppKindLine[] }) {
  const t = useTranslations('operatorApps')
  const locale = useLocale()
  return (
    <DataCard
      caption={t('kinds.title')}
      empty={t('kinds.none')}
      rows={kinds}
      keyOf={({ kind }) => kind}
      columns={[
        { key: 'kind', head: t('kinds.kind'), wide: true, cell: ({ kind }) => t(`kinds.${kind}`) },
        { key: 'people', head: t('people'), end: true, cell: ({ people }) => formatCount(people, locale) },
        { key: 'lastRead', head: t('lastRead'), cell: ({ lastReadAt }) => <LastRead at={lastReadAt} /> },
      ]}
    />
  )
}

function LastRead({ at }: { at: string | null }) {
  const t = useTranslations('operatorApps')
  return at === null ? t('never') : <DateText value={at} style="moment" />
}
