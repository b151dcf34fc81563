import { getTranslations } from 'next-intl/server'
import { requireMember } from '#app/(merchant)/require-member.ts'
import { queryOf } from '#app/read-request.ts'
import { LiveNote } from '#components/activation/live-note.tsx'
import { LinkList } from '#components/merchant/link-list.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { may } from '#lib/domain/merchant/membership.ts'
import { readStopped } from '#lib/services/merchant/activation.ts'
import { listLinks } from '#lib/services/payments/links.ts'

type LinksProps = { searchParams: Promise<unknown> }

export async function generateMetadata() {
  return { title: (await getTranslations('merchant.links'))('title') }
}

export default async function LinksPage({ searchParams }: LinksProps) {
  const [{ before }, { organisation, actor, as }] = await Promise.all([
    queryOf(searchParams),
    requireMember('link.read'),
  ])
  const [t, stopped, { links, next }] = await Promise.all([
    getTranslations('merchant.links'),
    readStopped(as('activation.read')),
    listLinks(actor, { before: typeof before === 'string' ? before : null }),
  ])
  const make =
    may(organisation.role, 'payments.write') && stopped === null ? (
      <ButtonLink href="/links/new">{t('new')}</ButtonLink>
    ) : null
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} actions={links.length > 0 ? make : null} />
      <LiveNote stopped={stopped} className="mb-6" />
      <Card flush>
        {links.length === 0 ? <EmptyState title={t('none')} action={make} /> : <LinkList links={links} />}
      </Card>
      {next ? (
        <div className="mt-4 flex justify-end">
          <ButtonLink href={`/links?before=${next}`} variant="secondary">
            {t('older')}
          </ButtonLink>
        </div>
      ) : null}
    </>
  )
}
