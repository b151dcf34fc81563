import { getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { RefundList } from '#components/refunds/list.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { PageHeader, Pager } from '#components/ui/page-header.tsx'
import { listRefunds } from '#lib/services/reconciliation/refunds.ts'

export const generateMetadata = titleOf('reconciliation.refunds.title')

export default memberPage('refund.read', async ({ mode, actor, one }) => {
  const before = one('before')
  const [t, words, { refunds, next }] = await Promise.all([
    getTranslations('reconciliation.refunds'),
    getTranslations('reconciliation.credits'),
    listRefunds(actor, { before }),
  ])
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <Card flush>
        {refunds.length === 0 ? (
          <EmptyState title={t(`none.${mode}`)} action={<ButtonLink href="/payments">{t('payments')}</ButtonLink>} />
        ) : (
          <RefundList refunds={refunds} label={t('title')} />
        )}
      </Card>
      <Pager
        label={words('pages')}
        newest={before ? { href: '/refunds', label: words('newest') } : null}
        older={next ? { href: `/refunds?before=${next}`, label: words('older') } : null}
      />
    </>
  )
})
