import { getTranslations } from 'next-intl/server'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { ConnectionCard } from '#components/connections/card.tsx'
import { Section } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { listConnections } from '#lib/services/connections/read.ts'
import type { ConnectionView } from '#lib/views/banking.ts'

export const generateMetadata = titleOf('connections.metaTitle')

export default userPage(async ({ session: { userId } }) => {
  const [connections, t] = await Promise.all([listConnections({ userId }), getTranslations('connections')])
  const linkButton = (
    <ButtonLink href="/link" icon={<Icon name="plus" />}>
      {t('link')}
    </ButtonLink>
  )
  if (connections.length === 0)
    return (
      <EmptyState
        level={1}
        title={t('emptyTitle')}
        picture={<Icon name="plug" className="size-14" />}
        action={linkButton}
      >
        {t('emptyText')}
      </EmptyState>
    )
  const current = connections.filter(({ state }) => state !== 'disconnected')
  const ended = connections.filter(({ state }) => state === 'disconnected')
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} actions={linkButton} />
      <div className="grid grid-cols-1 gap-10">
        <ConnectionSection id="current" title={t('activeTitle')} connections={current} />
        <ConnectionSection id="ended" title={t('endedTitle')} connections={ended} />
      </div>
    </>
  )
})

type ConnectionSectionProps = { id: string; title: string; connections: readonly ConnectionView[] }

function ConnectionSection({ id, title, connections }: ConnectionSectionProps) {
  if (connections.length === 0) return null
  return (
    <Section titleId={`${id}-title`} title={title} level={2} look="mb-3 text-xl font-semibold">
      <ul className="grid grid-cols-1 gap-4">
        {connections.map(connection => (
          <li key={connection.id}>
            <ConnectionCard connection={connection} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
