import { getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { FreshNote } from '#components/actions/fresh-note.tsx'
import { ClientWords } from '#components/i18n/client-words.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { NewEndpoint } from '#components/webhooks/endpoint-form.tsx'
import { may } from '#lib/domain/merchant/membership.ts'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'
import { allowsLoopback, listEndpoints } from '#lib/services/webhooks/endpoints.ts'

export const generateMetadata = titleOf('webhooks.title')

export default memberPage('webhook.read', async ({ session, organisation, mode, actor }) => {
  const [t, endpoints] = await Promise.all([getTranslations('webhooks'), listEndpoints(actor)])
  return (
    <ClientWords areas={['common', 'failures', 'merchant', 'webhooks']}>
      <PageHeader title={t('title')} lead={t('lead')} />
      <div className="stack gap-6">
        <Card flush aria-label={t('title')}>
          {endpoints.length === 0 ? <EmptyState title={t('none')}>{t('noneText')}</EmptyState> : null}
          <ul className="divide-y divide-line">
            {endpoints.map(one => (
              <li
                key={one.id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-4 sm:px-6"
              >
                <div className="min-w-0">
                  <Link
                    href={`/webhooks/${one.id}`}
                    aria-label={t('open', { url: one.url })}
                    className="wrap-anywhere font-medium underline"
                  >
                    {one.url}
                  </Link>
                  <p className="text-sm text-soft">
                    {[
                      one.description,
                      one.eventTypes.length === 0 ? t('all') : t('count', { count: one.eventTypes.length }),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                </div>
                <Badge tone={one.isEnabled ? 'success' : one.disabledReason === 'gone' ? 'warning' : 'neutral'}>
                  {one.isEnabled ? t('on') : one.disabledReason === 'gone' ? t('gone') : t('off')}
                </Badge>
              </li>
            ))}
          </ul>
        </Card>
        {may(organisation.role, 'developers.write') ? (
          <Card titleId="new-endpoint" title={t('new')}>
            {isFreshlyAuthenticated(session) ? (
              <NewEndpoint organisation={organisation.id} mode={mode} loopback={allowsLoopback(mode)} />
            ) : (
              <div className="mt-4">
                <FreshNote next="/webhooks" />
              </div>
            )}
          </Card>
        ) : null}
      </div>
    </ClientWords>
  )
})
