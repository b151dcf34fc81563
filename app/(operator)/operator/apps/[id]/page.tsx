import { notFound } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { operatorPage } from '#app/(operator)/operator/operator-page.ts'
import { titleOf } from '#app/title-of.ts'
import { FreshNote } from '#components/actions/fresh-note.tsx'
import { formatDate } from '#components/format/text.ts'
import { AppLimit, AppSuspension } from '#components/operator/app-forms.tsx'
import { ClientBadge, ClientName } from '#components/operator/app-table.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { readAppClient } from '#lib/services/operator/apps.ts'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'

export const generateMetadata = titleOf('operatorApps.title')

export default operatorPage(async ({ operator, id }) => {
  const [client, t, locale] = await Promise.all([
    readAppClient(operator, id).catch((error: unknown) => {
      if (error instanceof Refused) notFound()
      throw error
    }),
    getTranslations('operatorApps'),
    getLocale(),
  ])
  const registered = { date: formatDate(client.createdAt, locale, 'long'), hosts: client.hosts.join(', ') }
  const audit = `/operator/audit?stream=${encodeURIComponent(`app_client:${id}`)}`
  return (
    <>
      <PageHeader
        title={<ClientName client={client} />}
        lead={client.kind === 'oauth' ? t('registered', registered) : t('kinds.lead')}
        steps={[{ href: '/operator/apps', label: t('title') }]}
        actions={
          <ButtonLink href={audit} variant="secondary" size="small">
            {t('audit')}
          </ButtonLink>
        }
      />
      <div className="stack gap-6">
        <p className="flex flex-wrap gap-x-4 gap-y-2">
          <ClientBadge client={client} />
          <span>
            {t('figures', {
              people: client.people,
              readings: client.readings,
              last: client.lastReadAt ? formatDate(client.lastReadAt, locale, 'moment') : t('never'),
            })}
          </span>
        </p>
        {isFreshlyAuthenticated(operator) ? (
          <>
            <AppSuspension id={id} suspended={client.suspended} />
            <AppLimit id={id} hourlyLimit={client.hourlyLimit} />
          </>
        ) : (
          <FreshNote next={`/operator/apps/${id}`} />
        )}
      </div>
    </>
  )
})
