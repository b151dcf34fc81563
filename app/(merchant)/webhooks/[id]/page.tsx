import { getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { WhenFresh } from '#components/actions/fresh-note.tsx'
import { Badge, Card, CardHeader } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { PageHeader, Pager } from '#components/ui/page-header.tsx'
import {
  DeleteEndpoint,
  DeliveryList,
  RotateSecret,
  SwitchEndpoint,
  TestEndpoint,
} from '#components/webhooks/endpoint-actions.tsx'
import { ChangeEndpoint } from '#components/webhooks/endpoint-form.tsx'
import { may } from '#lib/domain/merchant/membership.ts'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'
import { allowsLoopback, readEndpoint } from '#lib/services/webhooks/endpoints.ts'
import { listDeliveries } from '#lib/services/webhooks/log.ts'
import type { WebhookEndpointView } from '#lib/views/webhook.ts'

export const generateMetadata = titleOf('webhooks.title')

export default memberPage(
  'webhook.read',
  ['failures', 'merchant', 'webhooks'],
  async ({ session, organisation, actor, id, one }) => {
    const [t, endpoint] = await Promise.all([getTranslations('webhooks'), readEndpoint(actor, id)])
    const { deliveries, next } = await listDeliveries(actor, id, one('before'))
    const mayWrite = may(organisation.role, 'developers.write')
    const props = { organisation: organisation.id, endpoint }
    const state = endpoint.isEnabled ? t('on') : endpoint.disabledReason === 'gone' ? t('gone') : t('off')
    return (
      <>
        <PageHeader
          steps={[{ href: '/webhooks', label: t('back') }]}
          title={new URL(endpoint.url).host}
          lead={<span className="wrap-anywhere">{endpoint.url}</span>}
          actions={<Badge tone={endpoint.isEnabled ? 'success' : 'warning'}>{state}</Badge>}
        />
        <div className="stack gap-6">
          <div>
            <Card flush aria-labelledby="deliveries">
              <div className="border-line border-b px-5 py-4 sm:px-6">
                <CardHeader id="deliveries" title={t('log')} />
                {mayWrite ? (
                  <div className="mt-3">
                    <TestEndpoint {...props} />
                  </div>
                ) : null}
              </div>
              {deliveries.length === 0 ? (
                <EmptyState title={t('logNone')}>{t('logNoneText')}</EmptyState>
              ) : (
                <DeliveryList deliveries={deliveries} organisation={organisation.id} mayResend={mayWrite} />
              )}
            </Card>
            <Pager older={next ? { href: `/webhooks/${id}?before=${next}`, label: t('older') } : null} />
          </div>
          {mayWrite ? <Settings {...props} isFresh={isFreshlyAuthenticated(session)} /> : null}
        </div>
      </>
    )
  },
)

type SettingsProps = { organisation: string; endpoint: WebhookEndpointView; isFresh: boolean }

async function Settings({ isFresh, ...props }: SettingsProps) {
  const t = await getTranslations('webhooks')
  const { id, mode } = props.endpoint
  return (
    <Card titleId="endpoint-settings" title={t('settings')}>
      <WhenFresh isFresh={isFresh} next={`/webhooks/${id}`}>
        <ChangeEndpoint {...props} loopback={allowsLoopback(mode)} />
        <div className="mt-6 grid items-start gap-6 border-line border-t pt-6 sm:grid-cols-2">
          <RotateSecret {...props} />
          <div className="grid gap-3">
            <SwitchEndpoint {...props} />
            <DeleteEndpoint {...props} />
          </div>
        </div>
      </WhenFresh>
    </Card>
  )
}
