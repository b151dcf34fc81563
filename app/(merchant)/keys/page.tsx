import { getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { WhenFresh } from '#components/actions/fresh-note.tsx'
import { LiveNote } from '#components/activation/state.tsx'
import { KeyForm } from '#components/keys/form.tsx'
import { ExpiringKeys, KeyList } from '#components/keys/list.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { scopesOfRole } from '#lib/domain/acts.ts'
import { may } from '#lib/domain/merchant/membership.ts'
import { readStopped } from '#lib/services/merchant/activation.ts'
import { listApiKeys, listExpiringKeys } from '#lib/services/merchant/api-keys.ts'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'
import { scenariosPage } from '#lib/views/v1/scenarios.ts'

export const generateMetadata = titleOf('keys.title')

export default memberPage(
  'key.read',
  ['failures', 'keys', 'merchant'],
  async ({ session, organisation, mode, actor, as }) => {
    const [t, scenarios, keys, expiring, stopped] = await Promise.all([
      getTranslations('keys'),
      getTranslations('scenarios'),
      listApiKeys(actor),
      listExpiringKeys(actor),
      readStopped(as('activation.read')),
    ])
    const mayWrite = may(organisation.role, 'developers.write')
    const docs = (
      <>
        {mode === 'test' ? (
          <ButtonLink href={scenariosPage} variant="secondary">
            {scenarios('title')}
          </ButtonLink>
        ) : null}
        <ButtonLink href="/docs/api" variant="secondary">
          {t('docs')}
        </ButtonLink>
      </>
    )
    return (
      <>
        <PageHeader title={t('title')} lead={t('lead')} actions={docs} />
        <div className="stack gap-6">
          <ExpiringKeys keys={expiring} />
          <Card flush aria-label={t('title')}>
            {keys.length === 0 ? <EmptyState title={t('none')}>{t('noneText')}</EmptyState> : <KeyList keys={keys} />}
          </Card>
          {mayWrite ? (
            <Card titleId="new-key" title={t('new')}>
              {mode === 'live' && stopped !== null ? (
                <LiveNote stopped={stopped} className="mt-4" />
              ) : (
                <WhenFresh isFresh={isFreshlyAuthenticated(session)} next="/keys">
                  <KeyForm organisation={organisation.id} mode={mode} scopes={scopesOfRole(organisation.role)} />
                </WhenFresh>
              )}
            </Card>
          ) : null}
        </div>
      </>
    )
  },
)
