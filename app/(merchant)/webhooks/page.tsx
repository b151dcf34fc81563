import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { WhenFresh } from '#components/actions/fresh-note.tsx'
import { Badge, Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { NewEndpoint } from '#components/webhooks/endpoint-form.tsx'
import { may } from '#lib/domain/merchant/membership.ts'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'
import { allowsLoopback, listEndpoints } from '#lib/services/webhooks/endpoints.ts'
import type { WebhookEndpointView } from '#lib/views/webhook.ts'

export const generateMetadata = titleOf('webhooks.title')

export default memberPage(
  'webhook.read',
  ['failures', 'merchant', 'webhooks'],
  async ({ session, organisation, mode, actor }) => {
    const [t, endpoints] = await Promise.all([getTranslations('webhooks'), listEndpoints(actor)])
    return (
      <>
        <PageHeader title={t('title')} lead={t('lead')} />
        <div className="stack gap-6">
          <Card flush aria-label={t('title')}>
            {endpoints.length === 0 ? <EmptyState title={t('none')}>{t('noneText')}</EmptyState> : null}
            <ul className="divide-y divide-line">
              {endpoints.map(one => (
                <Endpoint key={one.id} endpoint={one} />
              ))}
            </ul>
          </Card>
          {may(organisation.role, 'developers.write') ? (
            <Card titleId="new-endpoint" title={t('new')}>
              <WhenFresh isFresh={isFreshlyAuthenticated(session)} next="/webhooks">
                <NewEndpoint organisation={organisation.id} mode={mode} loopback={allowsLoopback(mode)} />
              </WhenFresh>
            </Card>
          ) : null}
        </div>
      </>
    )
  },
)

function Endpoint({ endpoint: { id, url, description, eventTypes, isEnabled, disabledReason } }: EndpointProps) {
  const t = useTranslations('webhooks')
  const events = eventTypes.length === 0 ? t('all') : t('count', { count: eventTypes.length })
  const isGone = disabledReason === 'gone'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-4 sm:px-6">
      <div className="min-w-0">
        <Link href={`/webhooks/${id}`} aria-label={t('open', { url })} className="wrap-anywhere font-medium underline">
          {url}
        </Link>
        <p className="text-sm text-soft">{[description, events].filter(Boolean).join(' · ')}</p>
      </div>
      <Badge tone={isEnabled ? 'success' : isGone ? 'warning' : 'neutral'}>
        {isEnabled ? t('on') : isGone ? t('gone') : t('off')}
      </Badge>
    </li>
  )
}

type EndpointProps = { endpoint: WebhookEndpointView }
