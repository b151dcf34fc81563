import { getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { FreshNote } from '#components/actions/fresh-note.tsx'
import { ClientWords } from '#components/i18n/client-words.tsx'
import { ChangeKey, RevokeKey, TakeOverKey } from '#components/keys/actions.tsx'
import { KeyBadges, KeyFacts } from '#components/keys/list.tsx'
import { RequestFilter, RequestList } from '#components/keys/request-list.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { may } from '#lib/domain/merchant/membership.ts'
import { readApiKey } from '#lib/services/merchant/api-keys.ts'
import { listRequests } from '#lib/services/merchant/api-log.ts'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'
import { ApiRequestFilter } from '#lib/views/api-request.ts'

export const generateMetadata = titleOf('keys.title')

export default memberPage('key.read', async ({ id, query, session, organisation, actor }) => {
  const { before, ...filter } = ApiRequestFilter.parse(query)
  const isFiltered = Object.values(filter).some(Boolean)
  const [t, view, { requests, next }] = await Promise.all([
    getTranslations('keys'),
    readApiKey(actor, id),
    listRequests(actor, id, { ...filter, before }),
  ])
  const mayChange = may(organisation.role, 'developers.write') && view.state !== 'revoked'
  return (
    <ClientWords areas={['common', 'failures', 'keys', 'merchant']}>
      <PageHeader
        steps={[{ href: '/keys', label: t('title') }]}
        current={view.name}
        title={<span className="wrap-anywhere">{view.name}</span>}
        lead={<code className="font-mono">{view.label}</code>}
        actions={<KeyBadges view={view} />}
      />
      <div className="stack gap-6">
        <Card>
          <KeyFacts view={view} />
        </Card>
        <Card flush aria-labelledby="requests">
          <div className="grid gap-4 border-line border-b px-5 py-4 sm:px-6">
            <CardHeader id="requests" title={t('log.title')} description={t('log.lead')} />
            {requests.length === 0 && !isFiltered ? null : <RequestFilter keyId={id} filter={filter} />}
          </div>
          {requests.length > 0 ? (
            <RequestList keyId={id} requests={requests} />
          ) : (
            <p className="px-5 py-6 text-soft sm:px-6">{isFiltered ? t('log.noneSuch') : t('log.none')}</p>
          )}
          {next === null ? null : (
            <div className="flex justify-end p-4">
              <ButtonLink href={`/keys/${id}?${olderThan(filter, next)}`} variant="secondary">
                {t('log.older')}
              </ButtonLink>
            </div>
          )}
        </Card>
        {mayChange ? (
          <Card titleId="key-settings" title={t('settings')}>
            {isFreshlyAuthenticated(session) ? (
              <ChangeKey view={view} organisation={organisation.id} />
            ) : (
              <div className="mt-4">
                <FreshNote next={`/keys/${id}`} />
              </div>
            )}
            {may(organisation.role, 'ownership.write') && !view.isYours ? (
              <div className="mt-6 border-line border-t pt-6">
                <TakeOverKey view={view} organisation={organisation.id} />
              </div>
            ) : null}
            <div className="mt-6 border-line border-t pt-6">
              <RevokeKey view={view} organisation={organisation.id} />
            </div>
          </Card>
        ) : null}
      </div>
    </ClientWords>
  )
})

function olderThan(filter: ApiRequestFilter, before: string): URLSearchParams {
  const kept = Object.entries(filter).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return new URLSearchParams([...kept, ['before', before]])
}
