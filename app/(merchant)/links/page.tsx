import { getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { LiveNote } from '#components/activation/state.tsx'
import { StateList } from '#components/merchant/filters.tsx'
import { LinkList } from '#components/merchant/link-list.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { may } from '#lib/domain/merchant/membership.ts'
import { linkStates } from '#lib/domain/payments/link/state.ts'
import { readStopped } from '#lib/services/merchant/activation.ts'
import { listLinks } from '#lib/services/payments/links.ts'

export const generateMetadata = titleOf('merchant.links.title')

export default memberPage('link.read', async ({ query, organisation, mode, actor, as, one }) => {
  const state = linkStates.find(one => one === query.state)
  const [t, stopped, { links, next }, words] = await Promise.all([
    getTranslations('merchant.links'),
    readStopped(as('activation.read')),
    listLinks(actor, { before: one('before'), state, isSingle: true }),
    getTranslations('batches'),
  ])
  const make =
    may(organisation.role, 'payments.write') && stopped === null ? (
      <ButtonLink href="/links/new">{t('new')}</ButtonLink>
    ) : null
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={
          <>
            <ButtonLink href="/links/batches" variant="secondary">
              {words('toFile')}
            </ButtonLink>
            {links.length > 0 ? make : null}
          </>
        }
      />
      <LiveNote stopped={stopped} className="mb-6" />
      <StateList
        page="/links"
        state={state}
        choices={linkStates.map(one => [one, t(`states.${one}`)] as const)}
        t={t}
        none={t(`none.${mode}`)}
        make={make}
        next={next}
      >
        {links.length > 0 ? <LinkList links={links} /> : null}
      </StateList>
    </>
  )
})
