import { getTranslations } from 'next-intl/server'
import { found } from '#app/(merchant)/found.ts'
import { requireMember } from '#app/(merchant)/require-member.ts'
import { pathOf } from '#app/read-request.ts'
import { FreshNote } from '#components/actions/fresh-note.tsx'
import { ClientWords } from '#components/i18n/client-words.tsx'
import { ChangeKey } from '#components/keys/change-form.tsx'
import { KeyBadges, KeyFacts } from '#components/keys/list.tsx'
import { RevokeKey } from '#components/keys/revoke.tsx'
import { Breadcrumb } from '#components/ui/breadcrumb.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { may } from '#lib/domain/merchant/membership.ts'
import { readApiKey } from '#lib/services/merchant/api-keys.ts'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'

type KeyPageProps = { params: Promise<unknown> }

export async function generateMetadata() {
  return { title: (await getTranslations('keys'))('title') }
}

export default async function KeyPage({ params }: KeyPageProps) {
  const [{ id }, { session, organisation, actor }] = await Promise.all([pathOf(params, 'id'), requireMember('key.read')])
  const [t, view] = await Promise.all([getTranslations('keys'), found(readApiKey(actor, id))])
  const mayChange = may(organisation.role, 'developers.write') && view.state !== 'revoked'
  return (
    <ClientWords areas={['common', 'failures', 'keys', 'merchant']}>
      <PageHeader
        breadcrumb={
          <Breadcrumb label={t('breadcrumb')} steps={[{ href: '/keys', label: t('title') }]} current={view.name} />
        }
        title={<span className="wrap-anywhere">{view.name}</span>}
        lead={<code className="font-mono">{view.label}</code>}
        actions={<KeyBadges view={view} />}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Card>
          <KeyFacts view={view} />
        </Card>
        {mayChange ? (
          <Card aria-labelledby="key-settings">
            <CardHeader id="key-settings" title={t('settings')} />
            {isFreshlyAuthenticated(session) ? (
              <ChangeKey view={view} organisation={organisation.id} />
            ) : (
              <div className="mt-4">
                <FreshNote next={`/keys/${id}`} />
              </div>
            )}
            <div className="mt-6 border-line border-t pt-6">
              <RevokeKey view={view} organisation={organisation.id} />
            </div>
          </Card>
        ) : null}
      </div>
    </ClientWords>
  )
}
