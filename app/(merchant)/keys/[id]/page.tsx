import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { WhenFresh } from '#components/actions/fresh-note.tsx'
import { ChangeKey, RevokeKey, TakeOverKey } from '#components/keys/actions.tsx'
import { KeyBadges, KeyFacts } from '#components/keys/list.tsx'
import { RequestFilter, RequestList } from '#components/keys/request-list.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { PageHeader, Pager } from '#components/ui/page-header.tsx'
import { may } from '#lib/domain/merchant/membership.ts'
import { readApiKey } from '#lib/services/merchant/api-keys.ts'
import { listRequests } from '#lib/services/merchant/api-log.ts'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'
import { ApiRequestFilter } from '#lib/views/api-request.ts'

export const generateMetadata = titleOf('keys.title')

export default memberPage(
  'key.read',
  ['failures', 'keys', 'merchant'],
  async ({ id, query, session, organisation, actor }) => {
    const { before, ...filter } = ApiRequestFilter.parse(query)
    const [t, view, page] = await Promise.all([
      getTranslations('keys'),
      readApiKey(actor, id),
      listRequests(actor, id, { ...filter, before }),
    ])
    const mayChange = may(organisation.role, 'developers.write') && view.state !== 'revoked'
    return (
      <>
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
          <Requests keyId={id} filter={filter} page={page} />
          {mayChange ? (
            <Card titleId="key-settings" title={t('settings')}>
              <WhenFresh isFresh={isFreshlyAuthenticated(session)} next={`/keys/${id}`}>
                <ChangeKey view={view} organisation={organisation.id} />
              </WhenFresh>
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
      </>
    )
  },
)

type RequestsProps = {
  keyId: string
  filter: Omit<ApiRequestFilter, 'before'>
  page: Awaited<ReturnType<typeof listRequests>>
}

function Requests({ keyId, filter, page: { requests, next } }: RequestsProps) {
  const t = useTranslations('keys.log')
  const isFiltered = Object.values(filter).some(Boolean)
  return (
    <div>
      <Card flush aria-labelledby="requests">
        <div className="grid gap-4 border-line border-b px-5 py-4 sm:px-6">
          <CardHeader id="requests" title={t('title')} description={t('lead')} />
          {requests.length === 0 && !isFiltered ? null : <RequestFilter keyId={keyId} filter={filter} />}
        </div>
        {requests.length > 0 ? (
          <RequestList keyId={keyId} requests={requests} />
        ) : (
          <p className="px-5 py-6 text-soft sm:px-6">{isFiltered ? t('noneSuch') : t('none')}</p>
        )}
      </Card>
      <Pager older={next ? { href: `/keys/${keyId}?${olderThan(filter, next)}`, label: t('older') } : null} />
    </div>
  )
}

function olderThan(filter: ApiRequestFilter, before: string): URLSearchParams {
  const kept = Object.entries(filter).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return new URLSearchParams([...kept, ['before', before]])
}
