import { getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { LiveNote } from '#components/activation/live-note.tsx'
import { LinkList } from '#components/merchant/link-list.tsx'
import { StateFilter } from '#components/merchant/state-filter.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { may } from '#lib/domain/merchant/membership.ts'
import { linkStates } from '#lib/domain/payments/link/state.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import { readStopped } from '#lib/services/merchant/activation.ts'
import { listLinks } from '#lib/services/payments/links.ts'

export const generateMetadata = titleOf('merchant.links.title')

export default memberPage('link.read', async ({ query, organisation, mode, actor, as, one }) => {
  const state = linkStates.find(one => one === query.state)
  const [t, stopped, { links, next }] = await Promise.all([
    getTranslations('merchant.links'),
    readStopped(as('activation.read')),
    listLinks(actor, { before: one('before'), state }),
  ])
  const choices = linkStates.map(one => [one, t(`states.${one}`)] as const)
  const make =
    may(organisation.role, 'payments.write') && stopped === null ? (
      <ButtonLink href="/links/new">{t('new')}</ButtonLink>
    ) : null
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} actions={links.length > 0 ? make : null} />
      <LiveNote stopped={stopped} className="mb-6" />
      {links.length === 0 && state === undefined ? null : (
        <StateFilter action="/links" value={state ?? null} choices={choices} t={t} />
      )}
      <Card flush>
        {links.length > 0 ? (
          <LinkList links={links} />
        ) : state === undefined ? (
          <EmptyState title={t(`none.${mode}`)} action={make} />
        ) : (
          <p className="px-5 py-6 text-soft sm:px-6">{t('noneSuch')}</p>
        )}
      </Card>
      {next ? (
        <div className="mt-4 flex justify-end">
          <ButtonLink
            href={`/links?${new URLSearchParams({ ...omitUndefined({ state: state || undefined }), before: next })}`}
            variant="secondary"
          >
            {t('older')}
          </ButtonLink>
        </div>
      ) : null}
    </>
  )
})
