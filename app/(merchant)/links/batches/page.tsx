import { getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { LiveNote } from '#components/activation/state.tsx'
import { BatchPanel } from '#components/batches/panel.tsx'
import { DateText } from '#components/format/value.tsx'
import { Card } from '#components/ui/card.tsx'
import { LinkRows } from '#components/ui/link-rows.tsx'
import { PageHeader, Pager } from '#components/ui/page-header.tsx'
import { may } from '#lib/domain/merchant/membership.ts'
import { readStopped } from '#lib/services/merchant/activation.ts'
import { listLinkBatches } from '#lib/services/payments/link-batches.ts'

export const generateMetadata = titleOf('batches.title')

export default memberPage('link.read', ['batches', 'failures'], async ({ organisation, mode, actor, as, one }) => {
  const [t, words, stopped, { batches, next }] = await Promise.all([
    getTranslations('batches'),
    getTranslations('merchant.links'),
    readStopped(as('activation.read')),
    listLinkBatches(actor, one('before')),
  ])
  const rows = batches.map(({ id, fileName, createdAt, count, paid }) => ({
    key: id,
    href: `/links/batches/${id}`,
    name: <bdi>{fileName}</bdi>,
    amount: null,
    text: <DateText value={createdAt} style="moment" />,
    badge: <span>{t('listPaid', { paid, count })}</span>,
  }))
  return (
    <>
      <PageHeader steps={[{ href: '/links', label: words('title') }]} title={t('title')} lead={t('lead')} />
      <LiveNote stopped={stopped} className="mb-6" />
      {may(organisation.role, 'payments.write') && stopped === null ? (
        <BatchPanel key={mode} organisation={organisation.id} mode={mode} />
      ) : null}
      <Card flush className="mt-6" title={t('listTitle')}>
        {rows.length === 0 ? (
          <p className="px-5 pb-5 text-soft sm:px-6">{t('listNone')}</p>
        ) : (
          <LinkRows label={t('listTitle')} rows={rows} />
        )}
      </Card>
      <Pager older={next === null ? null : { href: `/links/batches?before=${next}`, label: t('older') }} />
    </>
  )
})
